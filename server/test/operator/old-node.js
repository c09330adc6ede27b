// Preloaded with --import by the launcher's tests. The marker is taken away, so that the process which the launcher
// hands over to is what it is.
if (process.env.COPYDESK_TEST_OLD_NODE) {
  delete process.env.COPYDESK_TEST_OLD_NODE;
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
}
