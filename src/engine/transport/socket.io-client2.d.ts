/** Socket.IO 2 (engine protocol 3) under an npm alias; it ships no types. See Connect in socket.ts. */
declare module 'socket.io-client2' {
  interface Socket {
    connected: boolean
    on(event: string, listener: (...args: unknown[]) => void): unknown
    off(): unknown
    emit(event: string, ...args: unknown[]): unknown
    close(): unknown
  }
  export default function io(url: string, options: Record<string, unknown>): Socket
}
