/** Socket.IO 2 under an npm alias; it ships no types. */
declare module 'socket.io2' {
  export default function server(http: object, options: Record<string, unknown>): unknown
}
