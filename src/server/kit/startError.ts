/** A condition that prevents the start of the server. The message says what its operator changes. */
export class StartError extends Error {
  override name = 'StartError'
}
