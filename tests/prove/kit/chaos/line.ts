import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

interface Answer {
  /** 0: no complete answer. */
  status: number
  code: string
}

/** A kept connection of one user to a server, or to the proxy before it. */
export interface Line {
  /** Moves one unit to the contract account, or back. */
  transfer(token: string, key: string, forth: boolean): Promise<Answer>
  close(): void
}

/** The reply's code of an executed transfer. */
export const TRANSFERRED = 'transferred'

export function openLine(origin: string): Line {
  const { protocol, port } = new URL(origin)
  const options = { keepAlive: true, maxSockets: 1 }
  const isTls = protocol === 'https:'
  const agent = isTls ? new HttpsAgent({ ...options, rejectUnauthorized: false }) : new HttpAgent(options)
  const send = isTls ? httpsRequest : httpRequest
  return {
    close: () => agent.destroy(),
    transfer(token, key, forth) {
      const [from, to] = forth ? ['coin', 'contract'] : ['contract', 'coin']
      const body = JSON.stringify({ mode: 'real', from, to, currency: 'USDT', amount: '1', lang: 'en' })
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        authorization: token,
        'idempotency-key': key,
      }
      return new Promise((resolve) => {
        const failed = () => resolve({ status: 0, code: '' })
        const request = send(
          { agent, port, host: '127.0.0.1', path: '/api/wallet/transfer', method: 'POST', headers },
          (response) => {
            let text = ''
            response.setEncoding('utf8').on('data', (part: string) => (text += part))
            response.on('error', failed)
            response.on('close', () =>
              response.complete
                ? resolve({ status: response.statusCode ?? 0, code: /"code":"(\w+)"/.exec(text)?.[1] ?? '' })
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
