import autocannon from 'autocannon'

/** Sends calls at full speed and returns the answered ones per second. Throws if one is refused. */
export async function callsPerSecond(
  origins: readonly string[],
  tokens: readonly string[],
  { path, fields, keyed, connections, ms }: CallLoad,
): Promise<{ rate: number; count: number }> {
  let sent = 0
  let refused = ''
  const isCall = fields !== undefined
  const started = performance.now()
  const body = JSON.stringify({ ...fields, lang: 'en' })
  const results = await Promise.all(
    origins.map((origin) =>
      autocannon({
        url: `${origin}${path}`,
        method: isCall ? 'POST' : 'GET',
        connections: Math.ceil(connections / origins.length),
        duration: ms / 1000,
        ...(isCall && { body }),
        requests: [
          {
            setupRequest(request) {
              sent += 1
              if (!isCall) return request
              return {
                ...request,
                headers: {
                  authorization: tokens[sent % tokens.length] ?? '',
                  'content-type': 'application/json',
                  ...(keyed && { 'idempotency-key': `scale-${started}-${sent}` }),
                },
              }
            },
            onResponse(_status, text) {
              if (isCall && !text.includes('"type":"ok"')) refused = text.slice(0, 200)
            },
          },
        ],
      }),
    ),
  )
  const failed = results.reduce((sum, { errors, non2xx }) => sum + errors + non2xx, 0)
  if (failed > 0 || refused !== '') throw new Error(`${path}: ${failed} requests failed. ${refused}`)
  const count = results.reduce((sum, { requests }) => sum + requests.total, 0)
  return { rate: (count * 1000) / (performance.now() - started), count }
}

export interface CallLoad {
  path: string
  /** Of a call; without fields a file is fetched. */
  fields?: Readonly<Record<string, string>>
  /** With a new idempotency key each. */
  keyed: boolean
  /** At all origins together. */
  connections: number
  ms: number
}
