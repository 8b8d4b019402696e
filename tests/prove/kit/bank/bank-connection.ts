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

interface Sender {
  token: string
  /** Idempotency key of a money call. */
  key?: string
}

/** Sends a call; null without a reply, when its outcome is unknown. */
async function send(connection: BankConnection, call: string, init: RequestInit): Promise<Reply | null> {
  connection.sent += 1
  try {
    const response = await fetch(`${connection.origin}/api/${call}`, {
      ...init,
      method: 'POST',
      signal: AbortSignal.timeout(connection.timeoutMs ?? 120_000),
    })
    return (await response.json()) as Reply
  } catch {
    connection.lost += 1
    return null
  }
}

/** Sends a call with JSON; resolves to null without a reply, when its outcome is unknown. */
export function ask(
  connection: BankConnection,
  call: string,
  fields: Readonly<Record<string, string>>,
  { token, key }: Sender,
): Promise<Reply | null> {
  const headers = {
    'content-type': 'application/json',
    authorization: token,
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  return send(connection, call, { headers, body: JSON.stringify({ ...fields, lang: 'en' }) })
}

/** Uploads a PNG picture; resolves to null without a reply, when its outcome is unknown. */
export function upload(connection: BankConnection, picture: Uint8Array, { token }: Sender): Promise<Reply | null> {
  const form = new FormData()
  form.append('lang', 'en')
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png')
  return send(connection, 'upload', { headers: { authorization: token }, body: form })
}
