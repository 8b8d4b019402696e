import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { fixtureFile, USERS_FILE, type Fixture, type FixtureReply } from '../../../codegen/fixtures/fixture.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import type { JsonSchema } from '../compiler/protocol.ts'
import { schemasAt, type Schema } from '../../../codegen/compiler/service/index.ts'
import { callsOf } from '../model/calls.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { toPath } from '../model/document.ts'
import { localesOf } from '../model/texts.ts'
import { describeError } from '../model/workspace.ts'
import { recordedReplies } from '../preview/replies.ts'
import { DATA_STATES, usersOf } from '../preview/settings.ts'
import { Choose } from '../ui/Choose.tsx'
import { Button, Field, FormDialog, Hint, IconButton } from '../ui/ui.tsx'
import { useFocusAdded } from '../ui/useFocusAdded.ts'
import {
  changedFixture,
  factsOf,
  hasValues,
  nameFrom,
  nameProblem,
  outcomeOf,
  refusal,
  replyWith,
  withChanged,
  type Outcome,
} from './editedState.ts'
import css from './EditState.module.css'
import { leavesOf, ownValues, placeInWords, type Values } from './ownValues.ts'

interface Props {
  /** Id of the screen. */
  screen: string
  name: string
  fixture: Fixture
  /** The names of the screen's fixtures. */
  names: readonly string[]
  /** The calls of the screen's queries. */
  queries: Readonly<Record<string, string>>
  onClose: () => void
  /** The name after the change; empty for a fixture that is deleted. */
  onChanged: (name: string) => void
}

interface Edited {
  outcome: Outcome
  own?: Values
}

/** A saved state as a form: its name, who sees the screen, when, and what its data is. */
export function EditState({ screen, name, fixture, names, queries, onClose, onChanged }: Props): ReactNode {
  const workspace = useWorkspace()
  const file = fixtureFile(screen)
  const users = useWorkspaceState((state) => state.files[USERS_FILE])
  const [words, setWords] = useState(name.replaceAll('-', ' '))
  const [facts, setFacts] = useState(factsOf(fixture))
  const [edited, setEdited] = useState<Readonly<Record<string, Edited>>>({})
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const [error, setError] = useState('')
  const { bases, problem } = useBases(queries, edited, fixture.replies ?? {})
  const schema = useFixtureSchema(file)
  const change = (part: Partial<typeof facts>): void => setFacts({ ...facts, ...part })

  function submit(): void {
    const to = nameFrom(words)
    const wrong = nameProblem(to)
    if (wrong !== '') return setError(wrong)
    if (to !== name && names.includes(to)) return setError(`This screen has a saved state ${to} already.`)
    const replies = Object.entries(edited).map(([query, { outcome, own }]) => {
      const reply = replyWith(fixture.replies?.[query], { outcome, own, base: bases[query] ?? null })
      return [query, reply] as const
    })
    write(`Change the saved state ${name}`, {
      name: to,
      fixture: changedFixture(
        fixture,
        facts,
        Object.fromEntries([...replies, ...[...removed].map((reply) => [reply, undefined] as const)]),
      ),
    })
    onChanged(to)
    onClose()
  }

  function write(label: string, after?: { name: string; fixture: Fixture }): void {
    const text = workspace.get().files[file]
    if (text !== undefined) workspace.edit(label, { [file]: withChanged(text, name, after) })
  }

  function remove(): void {
    write(`Delete the saved state ${name}`)
    workspace.notifyDone(`The saved state “${name}” is deleted.`)
    onChanged('')
    onClose()
  }

  return (
    <FormDialog title="Saved state" submitLabel="Save" error={error} onSubmit={submit} onClose={onClose}>
      <Field label="Name">
        <input value={words} required spellCheck={false} onChange={({ target }) => setWords(target.value)} />
      </Field>
      <Field label="What it shows">
        <input value={facts.about} onChange={({ target }) => change({ about: target.value })} />
      </Field>
      <Field label="Who sees the screen">
        <select value={facts.user} onChange={({ target }) => change({ user: target.value })}>
          {usersOf(users).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Date and time on the device (UTC)" hint="Empty: the time of the device">
        <input type="datetime-local" value={facts.time} onChange={({ target }) => change({ time: target.value })} />
      </Field>
      {problem !== '' && <Hint>{problem}</Hint>}
      {Object.entries(queries).map(([query, call]) => (
        <QueryState
          key={query}
          schema={schema}
          query={query}
          call={call}
          before={fixture.replies?.[query]}
          base={bases[query]}
          edited={edited[query]}
          onChange={(part) => setEdited({ ...edited, [query]: part })}
        />
      ))}
      {Object.entries(fixture.replies ?? {})
        .filter(([reply]) => !Object.hasOwn(queries, reply) && !removed.has(reply))
        .map(([reply, { refused }]) => (
          <StepReply
            key={reply}
            call={reply}
            refused={refused}
            onRemove={() => setRemoved(new Set([...removed, reply]))}
          />
        ))}
      <div className={css.others}>
        <Button
          onClick={() => {
            onClose()
            workspace.openFile(file, name)
          }}
        >
          Edit its JSON
        </Button>
        <Button look="danger" onClick={remove}>
          <Trash2 size={13} aria-hidden /> Delete this state
        </Button>
      </div>
    </FormDialog>
  )
}

/** The reply to a call that steps send. */
function StepReply({
  call,
  refused,
  onRemove,
}: {
  call: string
  refused?: string | undefined
  onRemove: () => void
}): ReactNode {
  const published = useWorkspaceState((state) => state.published)
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const about = callsOf(published).get(call)?.sentence ?? call
  return (
    <fieldset className={css.query}>
      <legend>{about}</legend>
      <div className={css.value}>
        <span>{refused === undefined ? 'A reply of your own' : refusedWords(refused, english)}</span>
        <IconButton label={`Remove the reply: ${about}`} onClick={onRemove}>
          <Trash2 size={13} aria-hidden />
        </IconButton>
      </div>
    </fieldset>
  )
}

const refusedWords = (code: string, english: Readonly<Record<string, string>>): string =>
  `Refused: ${english[`error.${code}`] ?? code}`

/** The replies of queries without own values, as the kind of each reply makes them. */
function useBases(
  queries: Props['queries'],
  edited: Readonly<Record<string, Edited>>,
  before: Readonly<Record<string, FixtureReply>>,
): { bases: Readonly<Record<string, Json>>; problem: string } {
  const { compiler } = useWorkspace()
  const [bases, setBases] = useState<Readonly<Record<string, Json>>>({})
  const [problem, setProblem] = useState('')
  const wanted = JSON.stringify(
    Object.entries(queries).map(([query, call]) => [query, call, edited[query]?.outcome ?? outcomeOf(before[query])]),
  )
  useEffect(() => {
    let isCurrent = true
    async function read(): Promise<void> {
      const recorded = await recordedReplies()
      const found = await Promise.all(
        (JSON.parse(wanted) as [string, string, Outcome][]).map(async ([query, call, outcome]) => {
          const data = DATA_STATES.find(({ value }) => value === outcome && hasValues(outcome))?.value ?? 'typical'
          const choice = { screen: null, fixture: '', data, queries: {}, user: NO_KIND }
          const answer = await compiler.answer({ call, payload: {} }, choice, recorded.get(call))
          return [query, answer && 'body' in answer ? answer.body.data : null] as const
        }),
      )
      if (isCurrent) setBases(Object.fromEntries(found))
    }
    read().catch((error: unknown) => setProblem(describeError(error)))
    return () => {
      isCurrent = false
    }
  }, [compiler, wanted])
  return { bases, problem }
}

/** No kind of user: the reply of the call alone. */
const NO_KIND = 'none'

/** The JSON Schema of the fixtures of a screen; null until it is there. */
function useFixtureSchema(file: string): JsonSchema | null {
  const { compiler } = useWorkspace()
  const [schema, setSchema] = useState<JsonSchema | null>(null)
  useEffect(() => {
    let isCurrent = true
    // Without it a value has the type that it has in the reply.
    compiler.schema(file).then(
      (found) => isCurrent && setSchema(found),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [compiler, file])
  return schema
}

interface QueryProps {
  schema: JsonSchema | null
  query: string
  call: string
  before: FixtureReply | undefined
  base: Json | undefined
  edited: Edited | undefined
  onChange: (edited: Edited) => void
}

function QueryState({ schema, query, call, before, base, edited, onChange }: QueryProps): ReactNode {
  const published = useWorkspaceState((state) => state.published)
  const files = useWorkspaceState((state) => state.files)
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const [isChoosing, setChoosing] = useState(false)
  const [container, focusAdded] = useFocusAdded<HTMLFieldSetElement>()
  const outcome = edited?.outcome ?? outcomeOf(before)
  const own = useMemo(
    () => edited?.own ?? ownValues(base ?? null, before?.data ?? base ?? null),
    [edited, base, before],
  )
  const leaves = useMemo(() => leavesOf(base ?? null), [base])
  const codes = useMemo(() => errorsOf(files[`schemas/api/${call}.json`]), [files, call])
  const about = callsOf(published).get(call)?.sentence ?? call
  const schemaOf = (path: string): Schema | undefined =>
    schema === null
      ? undefined
      : schemasAt(schema, undefined, ['state', 'replies', query, 'data', ...toPath(path)]).find(
          ({ type, enum: choices }) => type !== undefined || choices !== undefined,
        )
  const setOwn = (path: string, value: Json | undefined): void => {
    const next = new Map(own)
    if (value === undefined) next.delete(path)
    else next.set(path, value)
    onChange({ outcome, own: next })
  }
  return (
    <fieldset ref={container} className={css.query}>
      <legend>
        {query} <span>{about}</span>
      </legend>
      <select
        aria-label={`What ${query} answers`}
        value={outcome}
        onChange={({ target }) => onChange({ ...edited, outcome: target.value })}
      >
        {DATA_STATES.filter(({ value }) => value !== 'live').map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {codes.map((code) => (
          <option key={code} value={refusal(code)}>
            {refusedWords(code, english)}
          </option>
        ))}
      </select>
      {hasValues(outcome) && (
        <>
          {[...own].map(([path, value]) => (
            <div key={path} className={css.value}>
              <span title={schemaOf(path)?.description}>{placeInWords(path)}</span>
              <ValueInput
                label={`${placeInWords(path)} of ${query}`}
                value={value}
                sample={leaves.get(path) ?? null}
                schema={schemaOf(path)}
                onChange={(next) => setOwn(path, next)}
              />
              <IconButton label={`As before: ${placeInWords(path)}`} onClick={() => setOwn(path, undefined)}>
                <Trash2 size={13} aria-hidden />
              </IconButton>
            </div>
          ))}
          {leaves.size > 0 && (
            <Button onClick={() => setChoosing(true)}>
              <Plus size={13} aria-hidden /> A value of my own
            </Button>
          )}
        </>
      )}
      {isChoosing && (
        <Choose
          title="Which value?"
          options={[...leaves]
            .filter(([path]) => !own.has(path))
            .map(([path, value]) => ({
              id: path,
              about: `${placeInWords(path)}: ${shown(value)}`,
              words: schemaOf(path)?.description ?? '',
            }))}
          onChoose={(path) => {
            setChoosing(false)
            setOwn(path, leaves.get(path) ?? null)
            focusAdded(`.${css.value} :is(input, select)`)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </fieldset>
  )
}

interface ValueProps {
  label: string
  value: Json
  /** The value of the reply, whose type the field has without a schema. */
  sample: Json
  schema: Schema | undefined
  onChange: (value: Json) => void
}

/** A field for a value of a reply, by its type. */
function ValueInput({ label, value, sample, schema, onChange }: ValueProps): ReactNode {
  const types = [schema?.type ?? []].flat()
  const isNumber = types.includes('integer') || types.includes('number') || typeof sample === 'number'
  const choices = schema?.enum ?? (types.includes('boolean') || typeof sample === 'boolean' ? [true, false] : undefined)
  if (choices)
    return (
      <select
        aria-label={label}
        value={JSON.stringify(value)}
        onChange={({ target }) => onChange(JSON.parse(target.value) as Json)}
      >
        {choices.map((choice) => (
          <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
            {shown(choice)}
          </option>
        ))}
      </select>
    )
  return (
    <>
      <input
        aria-label={label}
        type={isNumber ? 'number' : 'text'}
        step="any"
        disabled={value === null}
        value={value === null ? '' : shown(value)}
        onChange={({ target }) => onChange(isNumber ? Number(target.value) : target.value)}
      />
      {(types.includes('null') || value === null) && (
        <label className={css.nothing}>
          <input
            type="checkbox"
            checked={value === null}
            onChange={({ target }) => onChange(target.checked ? null : (sample ?? (isNumber ? 0 : '')))}
          />
          nothing
        </label>
      )}
    </>
  )
}

const shown = (value: Json): string =>
  value === null ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)

/** The refusals of a call, from its file. */
function errorsOf(text: string | undefined): readonly string[] {
  const { errors = [] } = JSON.parse(text ?? '{}') as { errors?: readonly string[] }
  return errors
}
