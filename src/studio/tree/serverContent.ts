import type { AskedCall, Entry } from '../compiler/protocol.ts'
import { screenOf } from '../make/queries.ts'
import { callsOf, type CallInfo } from '../model/calls.ts'
import { serverData } from '../preview/replies.ts'

/** Data that every visitor reads, as screens ask for it. */
export interface PublicData {
  asked: AskedCall
  call: CallInfo
  screens: readonly Entry[]
}

/** Words within data of the server. */
export interface ServerWords extends PublicData {
  words: string
}

type Files = Readonly<Record<string, string>>

/** The queries of all screens that ask for public data with a payload of constants, each once. */
export function publicData(entries: readonly Entry[], files: Files, published: Files): PublicData[] {
  const calls = callsOf(published)
  const found = new Map<string, { asked: AskedCall; call: CallInfo; screens: Entry[] }>()
  for (const entry of entries) {
    if (entry.kind !== 'screen') continue
    for (const { call: name = '', payload = {} } of Object.values(screenOf(files[entry.file] ?? '').queries ?? {})) {
      const call = calls.get(name)
      if (!call || call.auth || call.effect !== 'read' || !isConstant(payload)) continue
      const asked = { call: name, payload }
      const known = found.get(JSON.stringify(asked))
      if (known) known.screens.push(entry)
      else found.set(JSON.stringify(asked), { asked, call, screens: [entry] })
    }
  }
  return [...found.values()]
}

const isConstant = (payload: Readonly<Record<string, unknown>>): boolean =>
  Object.values(payload).every((value) => !(typeof value === 'string' && value.startsWith('=')))

const answers = new Map<string, Promise<readonly string[]>>()

/** The texts of the server's answer, which is asked for once. */
function textsOf({ asked, call }: PublicData): Promise<readonly string[]> {
  const key = JSON.stringify(asked)
  const known =
    answers.get(key) ??
    serverData(asked, call.method).then(textsIn, () => {
      answers.delete(key)
      return []
    })
  answers.set(key, known)
  return known
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** The data of the server in which a query is found, with the first text that has it. */
export async function searchServerContent(all: readonly PublicData[], query: string): Promise<ServerWords[]> {
  const wanted = query.trim().toLowerCase()
  const found = await Promise.all(
    all.map(async (data) => {
      const words = (await textsOf(data)).find((text) => text.toLowerCase().includes(wanted))
      return words === undefined ? [] : [{ ...data, words }]
    }),
  )
  return found.flat()
}
