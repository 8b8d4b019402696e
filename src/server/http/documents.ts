import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'

/** Descriptions of the protocol for programs: OpenAPI of the calls of users and operators, AsyncAPI of the live connection. */
const DOCUMENTS = {
  '/api/openapi.json': 'openapi.json',
  '/api/asyncapi.json': 'asyncapi.json',
  '/operator/api/openapi.json': 'operatorApi/openapi.json',
}

const texts = Object.entries(DOCUMENTS).map(
  ([address, file]) => [address, readFileSync(new URL(`../../generated/${file}`, import.meta.url), 'utf8')] as const,
)

export function addDocuments(app: FastifyInstance): void {
  for (const [address, text] of texts)
    app.get(address, (_, reply) =>
      reply.header('Cache-Control', 'no-cache').type('application/json; charset=utf-8').send(text),
    )
}
