// The launcher's tests preload this file with --import. It deletes the marker, so that the process which the launcher
// starts next shows its real version.
if (process.env.COPYDESK_TEST_OLD_NODE) {
  delete process.env.COPYDESK_TEST_OLD_NODE;
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
}
