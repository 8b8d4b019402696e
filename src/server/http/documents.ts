import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'

/** Descriptions of the protocol for programs: OpenAPI of the calls of users and operators, AsyncAPI of the live connection. */
const DOCUMENTS = {
  '/api/openapi.json': 'openapi.json',
  '/api/asyncapi.json': 'asyncapi.json',
  '/operator/api/openapi.json': 'operatorApi/openapi.json',
}

export function addDocuments(app: FastifyInstance): void {
  for (const [address, file] of Object.entries(DOCUMENTS)) {
    const text = readFileSync(new URL(`../../generated/${file}`, import.meta.url), 'utf8')
    app.get(address, (_, reply) =>
      reply.header('Cache-Control', 'no-cache').type('application/json; charset=utf-8').send(text),
    )
  }
}
