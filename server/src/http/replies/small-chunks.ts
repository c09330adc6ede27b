import { CopydeskError } from '@copydesk/contract';
import { IncomingMessage } from '../../network/http-module.ts';

/**
 * The number of pieces that any body may come in, and the bytes that allow one more: programs that write line by line
 * send fewer.
 */
const basePieces = 4_096;
const bytesOfPiece = 64;

/**
 * Returns a class of requests whose bodies may not come in tiny chunks. A chunk of one byte costs six on the wire, a
 * call, and some 200 bytes of memory until the body is whole: twenty clients that sent 250 KB each made the server keep
 * 350 MB and answer no request for a minute, whatever the limit on bytes.
 *
 * @param refuse is called once, to answer in place of the route and to close the connection.
 */
export function boundSmallChunks(
  refuse: (request: InstanceType<typeof IncomingMessage>, error: CopydeskError) => void,
) {
  return class extends IncomingMessage {
    #pieces = 0;
    #bytes = 0;
    #isRefused = false;

    override push(chunk: unknown, encoding?: BufferEncoding): boolean {
      if (this.#isRefused) return false;
      if (!Buffer.isBuffer(chunk)) return super.push(chunk, encoding);
      this.#pieces += 1;
      this.#bytes += chunk.length;
      if (this.#pieces <= basePieces + this.#bytes / bytesOfPiece) return super.push(chunk, encoding);
      this.#isRefused = true;
      refuse(this, tooManyChunks());
      return false;
    }
  };
}

function tooManyChunks(): CopydeskError {
  return new CopydeskError(
    'invalid_request',
    `The body comes in too many small chunks. Send larger ones: of ${bytesOfPiece} bytes or more on average.`,
  );
}
