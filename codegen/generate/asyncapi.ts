import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { STALE_AFTER_MS } from '../../src/engine/language/constants.ts'
import { isObject } from '../../src/engine/language/values/json.ts'
import { readLive, type LiveFile } from './lib/contract.ts'
import { pascal, readJson, type Files } from './lib/files.ts'
import { contractVersion } from './lib/version.ts'
import type { Schema } from './lib/schema.ts'
import { entityComponents, linesOf, nameSchemas, usedComponents, wireSchema, type WireSchema } from './lib/wire.ts'

const PACKETS = 'tests/cases/live'
/** The generations of Socket.IO that the server speaks, by their engine protocol. */
const PROTOCOLS = [
  { engine: 4, socketIo: '3 and later', ping: 'the server pings (`2`), the client answers (`3`)' },
  { engine: 3, socketIo: '2', ping: 'the client pings (`2`), the server answers (`3`)' },
] as const

interface Packet {
  from: 'client' | 'server'
  packet: string
}

const DESCRIPTION = `Live values over Socket.IO, generated from the contract. No session is needed.

**Channels.** Each kind of values has its own events to subscribe and to end a subscription, and one for its changes. A server may lack all but \`subscribe\`: an event without an acknowledgement leaves the app without these values, and it fetches them by calls.

**Connection.** Engine.IO protocol 4 (Socket.IO 3 and later) or 3 (Socket.IO 2), as the client asks with \`EIO\`; by WebSocket, or by polling. In protocol 4 the client opens the namespace with \`40\` and the server pings; in protocol 3 the server opens it and the client pings.

**Snapshot.** A subscription is acknowledged: the acknowledgement has the current value of each symbol, with its number \`seq\`; a change has all of the next value, or what differs, as its event says. Unknown symbols are left out of it. A client waits for it, and asks again on another connection if it does not come.

**Sequence.** Each change of a symbol has the next number. A number not above the last one is a repetition: ignore it. One above the next one means that changes were lost: subscribe again, and go on from the new snapshot. Nothing is sent again after a reconnection: subscribe to all symbols again.

**Clock.** The server sends its time each second. Values without any message for ${STALE_AFTER_MS / 1000} seconds are old: an app marks them.

**Money and prices are decimal strings.** \`x-unit\` is the unit of one, \`x-unit-ref\` the property beside it with its symbol or currency (\`^name\`: of the object around it).

Examples are packets between the sandbox server and a client without a library, recorded by a test; \`x-packets\` of the channel has all of them.`

/** An AsyncAPI 3 document of the live protocol, seen from the server. Its examples are packets that a test has recorded. */
export default function asyncapi(root: string): Files {
  const messages = readLive(root)
  const packets = PROTOCOLS.map(({ engine }) => ({ engine, packets: readPackets(root, engine) }))
  const emitted = packets.flatMap((packet) => packet.packets)
  const channel = { $ref: '#/channels/live' }
  const messageRef = (name: string) => ({ $ref: `#/channels/live/messages/${name}` })
  const operations = Object.fromEntries(
    messages.map(({ event, from, description, ack }) => [
      `${from === 'client' ? 'receive' : 'send'}${pascal(event)}`,
      {
        action: from === 'client' ? 'receive' : 'send',
        channel,
        summary: description,
        messages: [messageRef(event)],
        ...(ack && { reply: { channel, messages: [messageRef(ackOf(event))] } }),
      },
    ]),
  )
  const components: Record<string, WireSchema> = {}
  for (const [name, schema] of Object.entries(entityComponents(root))) nameSchemas(name, schema, components)
  const channelMessages = Object.fromEntries(messages.flatMap((message) => entriesOf(message, emitted, components)))
  const document = {
    asyncapi: '3.0.0',
    info: { title: 'Live values', version: contractVersion(root), description: DESCRIPTION },
    defaultContentType: 'application/json',
    servers: Object.fromEntries(
      PROTOCOLS.map(({ engine, socketIo, ping }) => [
        `protocol${engine}`,
        {
          host: '{host}',
          pathname: '/live',
          protocol: 'ws',
          protocolVersion: '13',
          title: `Engine.IO protocol ${engine}`,
          description: `For clients of Socket.IO ${socketIo}: \`EIO=${engine}\`; ${ping}. Host, path and protocol are those of the operator’s file.`,
          variables: { host: { default: '127.0.0.1:4000', description: 'The live host' } },
        },
      ]),
    ),
    channels: {
      live: {
        address: '/live',
        title: 'The namespace /',
        description: 'Each message is an event of Socket.IO with one argument.',
        messages: channelMessages,
        bindings: {
          ws: {
            method: 'GET',
            query: {
              type: 'object',
              properties: {
                EIO: { type: 'string', enum: PROTOCOLS.map(({ engine }) => String(engine)) },
                transport: { type: 'string', enum: ['websocket', 'polling'] },
              },
              required: ['EIO', 'transport'],
            },
            bindingVersion: '0.1.0',
          },
        },
        'x-packets': Object.fromEntries(packets.map((packet) => [`protocol${packet.engine}`, packet.packets])),
      },
    },
    operations,
    components: { schemas: usedComponents(channelMessages, components) },
  }
  return new Map([['src/generated/asyncapi.json', linesOf(document)]])
}

const ackOf = (event: string): string => `${event}Acknowledgement`

function readPackets(root: string, engine: number): Packet[] {
  const file = `${PACKETS}/protocol${engine}.json`
  return existsSync(join(root, file)) ? (readJson(root, file) as Packet[]) : []
}

/** A message and, if it has one, its acknowledgement. */
function entriesOf(
  { event, description, payload, ack }: LiveFile,
  packets: Packet[],
  components: Record<string, WireSchema>,
): [string, object][] {
  const schemaOf = (message: string, schema: Schema) => nameSchemas(pascal(message), wireSchema(schema), components)
  const events = packets.flatMap(({ packet }) => eventOf(packet))
  const sent = events.find(({ name }) => name === event)
  const answered = packets.find(({ packet }) => sent?.id !== undefined && packet.startsWith(`43${sent.id}[`))
  const examples = (value: unknown) => (isObject(value) ? { examples: [{ name: 'recorded', payload: value }] } : {})
  const message = {
    name: event,
    title: event,
    summary: description,
    contentType: 'application/json',
    payload: schemaOf(event, payload),
    ...examples(sent?.body),
  }
  if (!ack) return [[event, message]]
  const acknowledgement = {
    name: ackOf(event),
    title: ackOf(event),
    summary: `The acknowledgement of ${event}.`,
    contentType: 'application/json',
    payload: schemaOf(ackOf(event), ack),
    ...examples(answered && (JSON.parse(answered.packet.replace(/^\d+/, '')) as unknown[])[0]),
  }
  return [
    [event, message],
    [ackOf(event), acknowledgement],
  ]
}

/** The event of a packet `42<id>["name", body]`; nothing for any other packet. */
function eventOf(packet: string): { name: string; id: string | undefined; body: unknown }[] {
  const [, id, json] = /^42(\d*)(\[.*)$/s.exec(packet) ?? []
  if (json === undefined) return []
  const [name, body] = JSON.parse(json) as [string, unknown]
  return [{ name, id: id === '' ? undefined : id, body }]
}
