import type { PropertySchema } from './vocabulary.ts'

/** A call of the contract, as its file describes it. */
export interface CallInfo {
  name: string
  file: string
  description: string
  /** Purpose of the call: the first sentence of its description, without its full stop. */
  sentence: string
  method: 'GET' | 'POST'
  auth: boolean
  effect: 'read' | 'write' | 'money' | 'session'
  /** Access rules that it requires besides the session. */
  needs: readonly string[]
  payload: PropertySchema
  data: PropertySchema
  /** The forms it can be sent by: one, or one for each value of a payload field. */
  forms: readonly string[]
  /** The field of the payload that chooses one of several forms, with the form of each value. */
  choice: { by: string; of: Readonly<Record<string, string>> } | undefined
  /** Calls whose answers it changes. */
  changes: readonly string[]
  isPaged: boolean
}

interface CallFile extends Partial<
  Omit<CallInfo, 'name' | 'file' | 'sentence' | 'forms' | 'choice' | 'changes' | 'isPaged'>
> {
  call?: string
  forms?: { of: string } | { by: string; of: Record<string, string> }
  changes?: readonly string[] | { of: Record<string, readonly string[]> }
  paging?: object
}

const CALL = /^schemas\/api\/.+\.json$/
const cache = new WeakMap<object, ReadonlyMap<string, CallInfo>>()

/** The calls of a project, from their files. */
export function callsOf(published: Readonly<Record<string, string>>): ReadonlyMap<string, CallInfo> {
  const known = cache.get(published)
  if (known) return known
  const found = new Map<string, CallInfo>()
  for (const [file, text] of Object.entries(published).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!CALL.test(file)) continue
    const call = JSON.parse(text) as CallFile
    if (call.call !== undefined) found.set(call.call, infoOf(call.call, file, call))
  }
  cache.set(published, found)
  return found
}

/** The first sentence of a text, without its full stop. */
const firstSentence = (text: string): string => text.replace(/\.(?:\s.*)?$/s, '')

const infoOf = (name: string, file: string, call: CallFile): CallInfo => ({
  name,
  file,
  description: call.description ?? '',
  sentence: firstSentence(call.description ?? name),
  method: call.method ?? 'GET',
  auth: call.auth === true,
  effect: call.effect ?? 'write',
  needs: call.needs ?? [],
  payload: call.payload ?? {},
  data: call.data ?? {},
  forms: !call.forms ? [] : 'by' in call.forms ? Object.values(call.forms.of) : [call.forms.of],
  choice: call.forms && 'by' in call.forms ? call.forms : undefined,
  changes:
    call.changes && 'of' in call.changes ? [...new Set(Object.values(call.changes.of).flat())] : (call.changes ?? []),
  isPaged: call.paging !== undefined,
})
