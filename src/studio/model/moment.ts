/** A time of the server, in seconds, as it is read here. */
export const moment = (seconds: number): string => new Date(seconds * 1000).toLocaleString()
