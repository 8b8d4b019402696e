import {
  fixtureFile,
  parseFixtures,
  parseUserKinds,
  USERS_FILE,
  VISITOR,
  type Fixture,
  type FixtureReply,
  type UserKinds,
} from '../../../codegen/fixtures/fixture.ts'
import {
  answerOf,
  queryOf,
  replaced,
  replyFor,
  replyForKind,
  userKindOf,
  type Answer,
  type Envelope,
} from '../../../codegen/fixtures/reply.ts'
import { type Checked, replyShape, type Files } from '../../../codegen/compiler/service/project.ts'
import services from '../../product/services.json'
import type { AnswerChoice, AskedCall } from './protocol.ts'

interface Project {
  checked: Checked
  files: Files
  recorded: Envelope | undefined
}

/** Calls that the app itself makes: a state of the screen's data leaves them as they are. */
const OWN_CALLS = new Set<string>(Object.values(services))

/** Reply to a request of the preview; null: the server replies. */
export function answerIn(asked: AskedCall, choice: AnswerChoice, { checked, files, recorded }: Project): Answer | null {
  const call = checked.contract.calls.get(asked.call)
  if (!call) return null
  const screen = checked.screens.find(({ file }) => file === choice.screen)?.screen
  const kinds = userKinds(files)
  const fixture = screen && parsed(files.get(fixtureFile(screen.id)), parseFixtures)[choice.fixture]
  const user = fixture ? userKindOf(fixture, screen.access, kinds) : choice.user
  const reply = replyTo(asked, choice, { queries: screen?.queries ?? {}, fixture, user })
  if (reply === null) return null
  // Data that every visitor may read is that of the server, in the language of the frame.
  const isPublic = !call.auth && call.effect === 'read' && kinds[user]?.replies?.[asked.call] === undefined
  if (isPublic && !fixture && Object.keys(reply).length === 0) return null
  const answer = answerOf(call, replyForKind(reply, kinds[user], asked.call), recorded ? { ok: recorded } : {})
  const fields = { ...kinds[user]?.fields, ...fixture?.userFields }
  if (asked.call !== services.user || answer.kind === 'loading' || user === VISITOR) return answer
  return { ...answer, body: { ...answer.body, data: replaced(answer.body.data, fields, replyShape(call.data)) } }
}

interface Surroundings {
  queries: Parameters<typeof queryOf>[0]
  fixture: Fixture | undefined
  user: string
}

function replyTo(
  { call, payload }: AskedCall,
  choice: AnswerChoice,
  { queries, fixture, user }: Surroundings,
): FixtureReply | null {
  const query = queryOf(queries, call, payload)
  const own = query === undefined ? undefined : choice.queries[query]
  if (own !== undefined && own !== 'live') return { values: own }
  const written = fixture && replyFor({ queries }, fixture, call, payload)
  if (written) return written
  const data = own ?? (query === undefined && OWN_CALLS.has(call) ? 'live' : choice.data)
  if (data !== 'live') return { values: data }
  // The server does not know the user of a preview.
  return fixture || user !== VISITOR ? {} : null
}

/** The kinds of users of a project. */
export const userKinds = (files: Files): UserKinds => parsed(files.get(USERS_FILE), parseUserKinds)

/** Nothing, while a file is no JSON. */
function parsed<T>(text: string | undefined, parse: (text: string | undefined) => T): T {
  try {
    return parse(text)
  } catch {
    return parse(undefined)
  }
}
