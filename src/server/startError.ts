/** A condition that prevents the start of the server. The message tells its operator what to change. */
export class StartError extends Error {
  override name = 'StartError'
}
