export interface Reply {
  type: string
  code: string | number
  data: Record<string, unknown> | null
}

export interface BankConnection {
  origin: string
  /** Attempts without a reply. */
  lost: number
  sent: number
  /** Wait for a reply; 2 minutes by default, which only a hang reaches. */
  timeoutMs?: number
}

/** Fields of a call. */
export type Fields = Readonly<Record<string, string | number>>

interface Sender {
  /** None: a call without a session. */
  token?: string
  /** Address that the proxy states. */
  ip?: string
  /** Idempotency key of a money call. */
  key?: string
  /** Wait for a reply, where it is not that of the connection: ms. */
  withinMs?: number
  /** Default: POST. */
  method?: 'GET' | 'POST'
}

/** Sends a call; null without a reply, when its outcome is unknown. */
async function send(
  connection: BankConnection,
  call: string,
  init: RequestInit,
  withinMs = connection.timeoutMs ?? 120_000,
): Promise<Reply | null> {
  connection.sent += 1
  try {
    const response = await fetch(`${connection.origin}/api/${call}`, {
      method: 'POST',
      ...init,
      signal: AbortSignal.timeout(withinMs),
    })
    return (await response.json()) as Reply
  } catch {
    connection.lost += 1
    return null
  }
}

/** Sends a call, a POST with JSON; resolves to null without a reply, when its outcome is unknown. */
export function ask(
  connection: BankConnection,
  call: string,
  fields: Fields,
  { token, ip, key, withinMs, method = 'POST' }: Sender,
): Promise<Reply | null> {
  const all = { ...fields, lang: 'en' }
  const who = {
    ...(token !== undefined && { authorization: token }),
    ...(ip !== undefined && { 'x-forwarded-for': ip }),
  }
  if (method === 'GET') {
    const query = new URLSearchParams(all)
    return send(connection, `${call}?${query}`, { method, headers: who }, withinMs)
  }
  const headers = {
    'content-type': 'application/json',
    ...who,
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  return send(connection, call, { headers, body: JSON.stringify(all) }, withinMs)
}

/** Uploads a PNG picture; resolves to null without a reply, when its outcome is unknown. */
export function upload(
  connection: BankConnection,
  picture: Uint8Array,
  { token }: { token: string },
): Promise<Reply | null> {
  const form = new FormData()
  form.append('lang', 'en')
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png')
  return send(connection, 'upload', { headers: { authorization: token }, body: form })
}
