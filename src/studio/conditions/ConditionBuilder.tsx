import { Plus, X } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import type { Place } from '../model/document.ts'
import { Button, IconButton } from '../ui/ui.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { useFocusAdded } from '../ui/useFocusAdded.ts'
import {
  asksForOther,
  comparisonsOf,
  readCondition,
  wordsOfComparison,
  writeCondition,
  type Clause,
  type Comparison,
  type Condition,
} from './condition.ts'
import css from './ConditionBuilder.module.css'
import { wordsOf } from '../model/titles.ts'
import { readNumber, readWholeNumber } from './typedNumber.ts'
import { valuesInScope, type ScopeValue, type ValueKind } from './values.ts'

interface Props {
  /** Decision of the condition: "visible". */
  label: string
  /** The expression with its "="; empty for none. */
  value: string
  file: string
  place: Place
  onChange: (value: string | undefined) => void
}

const EMPTY: Condition = { join: '&&', clauses: [] }
const NEW_CLAUSE: Clause = { path: '', comparison: '==' }

/** A condition as sentences: a value, a comparison, and a value or literal. An expression that has no such words is left to its text. */
export function ConditionBuilder({ label, value, file, place, onChange }: Props): ReactNode {
  const files = useWorkspaceState((state) => state.files)
  const list = useMemo(
    () => valuesInScope(files[file] ?? '', place, files, localesOf(files).en ?? {}),
    [files, file, place],
  )
  const values = useMemo(() => new Map(list.map((scopeValue) => [scopeValue.path, scopeValue])), [list])
  // A sentence that is not complete is no expression yet: it is kept here, beside the expression that it was begun with.
  const [draft, setDraft] = useState<{ of: string; condition: Condition } | null>(null)
  const read = useMemo(() => (value === '' ? EMPTY : readCondition(value, values)), [value, values])
  const condition = draft?.of === value ? draft.condition : read
  const [container, focusAdded] = useFocusAdded<HTMLFieldSetElement>()
  if (!condition) return <p className={css.hint}>This condition is written as an expression; its text is below.</p>

  const change = (next: Condition): void => {
    const written = next.clauses.length === 0 ? undefined : writeCondition(next, values)
    const of = written ?? (next.clauses.length === 0 ? '' : value)
    setDraft({ of, condition: next })
    if (of !== value) onChange(written)
  }
  const changeClause = (index: number, clause: Clause | null): void =>
    change({
      ...condition,
      clauses: condition.clauses.flatMap((other, at) => (at !== index ? [other] : clause ? [clause] : [])),
    })
  const isComplete = condition.clauses.length === 0 || writeCondition(condition, values) !== undefined

  return (
    <fieldset ref={container} className={css.builder} aria-label={`Condition of ${label}`}>
      {condition.clauses.map((clause, index) => (
        // The clauses have no names: only their order distinguishes them.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={css.clause}>
          {index > 0 && (
            <select
              className={css.join}
              aria-label={`How sentence ${index + 1} is joined`}
              value={condition.join}
              onChange={({ target }) => change({ ...condition, join: target.value === '||' ? '||' : '&&' })}
            >
              <option value="&&">and</option>
              <option value="||">or</option>
            </select>
          )}
          <ClauseRow
            number={index + 1}
            clause={clause}
            list={list}
            values={values}
            onChange={(next) => changeClause(index, next)}
          />
        </div>
      ))}
      {!isComplete && <p className={css.hint}>Choose a value, and what it is compared with.</p>}
      <Button
        onClick={() => {
          change({ ...condition, clauses: [...condition.clauses, NEW_CLAUSE] })
          focusAdded('select[aria-label^="Value "]')
        }}
      >
        <Plus size={13} aria-hidden />
        {condition.clauses.length === 0 ? 'Add a condition' : 'Add another'}
      </Button>
    </fieldset>
  )
}

interface RowProps {
  number: number
  clause: Clause
  list: readonly ScopeValue[]
  values: ReadonlyMap<string, ScopeValue>
  onChange: (clause: Clause | null) => void
}

function ClauseRow({ number, clause, list, values, onChange }: RowProps): ReactNode {
  const value = values.get(clause.path)
  const comparisons = value ? comparisonsOf(value) : []
  const chooseValue = (path: string): void => {
    const chosen = values.get(path)
    const [first] = chosen ? comparisonsOf(chosen) : []
    if (chosen && first !== undefined)
      onChange({ path, comparison: first, ...(asksForOther(first) && { other: { literal: firstLiteral(chosen) } }) })
  }
  const chooseComparison = (comparison: Comparison): void =>
    onChange({
      path: clause.path,
      comparison,
      ...(asksForOther(comparison) && { other: clause.other ?? { literal: value ? firstLiteral(value) : '' } }),
    })
  return (
    <>
      <ValueSelect label={`Value ${number}`} list={list} path={clause.path} onChange={chooseValue} />
      <div className={css.second}>
        <select
          aria-label={`Comparison ${number}`}
          value={clause.comparison}
          disabled={!value}
          onChange={({ target }) => chooseComparison(target.value as Comparison)}
        >
          {comparisons.map((comparison) => (
            <option key={comparison} value={comparison}>
              {wordsOfComparison(comparison, value?.kind ?? 'other')}
            </option>
          ))}
        </select>
        <IconButton label={`Remove sentence ${number}`} onClick={() => onChange(null)}>
          <X size={13} aria-hidden />
        </IconButton>
      </div>
      {value && asksForOther(clause.comparison) && (
        <OtherInput number={number} clause={clause} value={value} list={list} onChange={onChange} />
      )}
    </>
  )
}

const firstLiteral = ({ choices }: ScopeValue): string => choices?.[0]?.value ?? ''

interface OtherProps {
  number: number
  clause: Clause
  value: ScopeValue
  list: readonly ScopeValue[]
  onChange: (clause: Clause) => void
}

const NUMBERS: ReadonlySet<ValueKind> = new Set(['decimal', 'whole', 'number'])

/** Operand with which a value is compared: typed, in the type of its kind, or another value of the same kind. */
function OtherInput({ number, clause, value, list, onChange }: OtherProps): ReactNode {
  const { other = { literal: '' } } = clause
  const same = list.filter(({ kind, path }) => kind === value.kind && path !== value.path)
  const isValue = 'path' in other
  const label = `What value ${number} is compared with`
  const write = (literal: string): void => onChange({ ...clause, other: { literal } })
  return (
    <>
      <div className={css.second}>
        {isValue ? (
          <ValueSelect
            label={label}
            list={same}
            path={other.path}
            onChange={(path) => onChange({ ...clause, other: { path } })}
          />
        ) : value.kind === 'choice' ? (
          <select aria-label={label} value={other.literal} onChange={({ target }) => write(target.value)}>
            {value.choices?.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        ) : NUMBERS.has(value.kind) ? (
          <NumberField
            label={label}
            value={other.literal}
            read={value.kind === 'whole' ? readWholeNumber : readNumber}
            example="1000"
            onChange={write}
          />
        ) : (
          <input
            aria-label={label}
            type={value.kind === 'moment' ? 'date' : 'text'}
            value={other.literal}
            placeholder={value.kind === 'text' ? 'words' : undefined}
            onChange={({ target }) => write(target.value)}
          />
        )}
        {same.length > 0 && (
          <button
            type="button"
            className={css.swap}
            onClick={() => onChange({ ...clause, other: isValue ? { literal: firstLiteral(value) } : { path: '' } })}
          >
            {isValue ? 'type it' : 'a value'}
          </button>
        )}
      </div>
    </>
  )
}

interface SelectProps {
  label: string
  list: readonly ScopeValue[]
  path: string
  onChange: (path: string) => void
}

/** The values in scope by their origin: each with its description and its name. */
function ValueSelect({ label, list, path, onChange }: SelectProps): ReactNode {
  const groups = useMemo(() => {
    const found = new Map<string, ScopeValue[]>()
    for (const item of list.filter(isAskable)) found.set(item.group, [...(found.get(item.group) ?? []), item])
    return found
  }, [list])
  return (
    <select
      aria-label={label}
      title={path}
      value={path}
      onChange={({ target }) => {
        if (target.value !== '') onChange(target.value)
      }}
    >
      <option value="">Choose a value …</option>
      {[...groups].map(([group, members]) => (
        <optgroup key={group} label={group}>
          {members.map((member) => (
            <option key={member.path} value={member.path} title={member.path}>
              {optionOf(member)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

const isAskable = (value: ScopeValue): boolean => comparisonsOf(value).length > 0

const MOST = 60

/** A sentence that may be long, and the name that distinguishes it from others. */
function optionOf({ sentence, path }: ScopeValue): string {
  const name = path.split('.').slice(1).join('.') || path
  const short = sentence.length > MOST ? `${sentence.slice(0, MOST - 1)}…` : sentence
  return sentence === wordsOf(path.split('.').at(-1) ?? '') && name === path.split('.').at(-1)
    ? sentence
    : `${short} (${name})`
}
