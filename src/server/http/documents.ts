import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'

/** Descriptions of the protocol for programs: OpenAPI of the calls, AsyncAPI of the live connection. */
const DOCUMENTS = ['openapi', 'asyncapi']

export function addDocuments(app: FastifyInstance): void {
  for (const name of DOCUMENTS) {
    const text = readFileSync(new URL(`../../generated/${name}.json`, import.meta.url), 'utf8')
    app.get(`/api/${name}.json`, (_, reply) =>
      reply.header('Cache-Control', 'no-cache').type('application/json; charset=utf-8').send(text),
    )
  }
}
