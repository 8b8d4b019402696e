/** The part of autocannon that is used here; it ships no types. */
declare module 'autocannon' {
  interface RequestOptions {
    headers: Record<string, string>
  }
  export interface Options {
    url: string
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
    connections?: number
    /** Seconds. */
    duration?: number
    requests?: {
      setupRequest?: (request: RequestOptions) => RequestOptions
      onResponse?: (status: number, body: string) => void
    }[]
  }
  interface Result {
    requests: { average: number; total: number }
    errors: number
    non2xx: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
