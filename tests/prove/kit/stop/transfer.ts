import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Customer } from '../bank/bank-people.ts'

/** A money call with its key. */
export interface Posting {
  person: Customer
  key: string
  answered: boolean
}

/** A kept connection to a server, or to the proxy before it. */
export interface Line {
  /** Sends a transfer of one unit; resolves to its status, 0 without a complete answer, and whether it was executed. */
  transfer(posting: Posting, forth: boolean): Promise<{ status: number; done: boolean }>
  close(): void
}

export function openLine(port: number, { tls }: { tls: boolean }): Line {
  const options = { keepAlive: true, maxSockets: 1 }
  const agent = tls ? new HttpsAgent({ ...options, rejectUnauthorized: false }) : new HttpAgent(options)
  const send = tls ? httpsRequest : httpRequest
  return {
    close: () => agent.destroy(),
    transfer({ person, key }, forth) {
      const [from, to] = forth ? ['coin', 'contract'] : ['contract', 'coin']
      const body = JSON.stringify({ mode: 'real', from, to, currency: 'USDT', amount: '1', lang: 'en' })
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        authorization: person.token,
        'idempotency-key': key,
      }
      return new Promise((resolve) => {
        const failed = () => resolve({ status: 0, done: false })
        const request = send(
          { agent, port, host: '127.0.0.1', path: '/api/wallet/transfer', method: 'POST', headers },
          (response) => {
            let text = ''
            response.setEncoding('utf8').on('data', (part: string) => (text += part))
            response.on('error', failed)
            response.on('close', () =>
              response.complete
                ? resolve({ status: response.statusCode ?? 0, done: text.includes('"type":"ok"') })
                : failed(),
            )
          },
        )
        request.on('error', failed)
        request.end(body)
      })
    },
  }
}
