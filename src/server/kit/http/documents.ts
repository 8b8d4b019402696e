import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileOf, sendFile } from './compression.ts'

/** Descriptions of the protocol for programs: OpenAPI of the calls of users and operators, AsyncAPI of the live connection. */
const DOCUMENTS = {
  '/api/openapi.json': 'openapi.json',
  '/api/asyncapi.json': 'asyncapi.json',
  '/operator/api/openapi.json': 'operatorApi/openapi.json',
}

const files = Object.entries(DOCUMENTS).map(([address, name]) => {
  const text = readFileSync(new URL(`../../../generated/${name}`, import.meta.url), 'utf8')
  return { address, file: fileOf(text), etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"` }
})

export function addDocuments(app: FastifyInstance): void {
  for (const { address, file, etag } of files)
    app.get(address, (request, reply) => sendFile(request, reply, file, { cache: 'no-cache', etag }))
}
