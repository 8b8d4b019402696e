import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operator } from '../../../generated/operator.ts'
import { headersOf } from './headers.ts'

/** Serves the manifest and the service worker of the build, with the operator's name and policy. */
export function addInstallable(app: FastifyInstance, dist: string, operator: Operator): void {
  const read = (name: string): string | null => {
    try {
      return readFileSync(join(dist, name), 'utf8')
    } catch {
      return null
    }
  }

  app.get('/h5/manifest.webmanifest', (_, reply) => {
    const text = read('manifest.webmanifest')
    if (text === null) return reply.callNotFound()
    const { shortName } = operator
    return reply
      .header('Cache-Control', 'no-cache')
      .type('application/manifest+json')
      .send(JSON.stringify({ ...(JSON.parse(text) as object), name: shortName, short_name: shortName }))
  })

  // The service worker caches the page together with its headers. A changed policy changes the worker, which fetches the page again.
  const policy = createHash('sha256')
    .update(JSON.stringify(headersOf(operator)))
    .digest('hex')
    .slice(0, 16)
  app.get('/h5/sw.js', (_, reply) => {
    const text = read('sw.js')
    if (text === null) return reply.callNotFound()
    return reply
      .header('Cache-Control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(`${text}\n// ${policy}\n`)
  })
}
