import { Plus, Trash2, X } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { setMember, type ScreenValue } from '../make/queries.ts'
import { camelCase } from '../make/words.ts'
import { ExpressionField } from '../inspector/ExpressionField.tsx'
import { isExpression } from '../fields/fieldContext.ts'
import { useWorkspace } from '../model/context.tsx'
import type { Place } from '../model/document.ts'
import { typeOf } from '../../../codegen/compiler/service/index.ts'
import { Button, IconButton } from '../ui/ui.tsx'
import { AddNamed } from './AddNamed.tsx'
import {
  beginning,
  choicesOf,
  GROUP,
  kindOfType,
  partsOf,
  setState,
  STATE_KINDS,
  stateOf,
  withChoice,
  withoutChoice,
  withPart,
  type State,
} from './states.ts'
import css from './ScreenForm.module.css'

/** The states of a screen: name, kind and first value. */
export function StateList({ file, screen }: { file: string; screen: ScreenValue }): ReactNode {
  const workspace = useWorkspace()
  const states = Object.entries(screen.state ?? {})
  const edit = (label: string, change: (text: string) => string, key?: string): void =>
    workspace.change(file, label, change, key)
  return (
    <div className={css.fields}>
      <p className={css.about}>
        What the screen keeps while it is open, such as the day that the user has chosen. Each begins with the value
        beside it.
      </p>
      {states.map(([state, value]) => (
        <StateEditor
          key={state}
          name={state}
          what="state"
          state={stateOf(value)}
          file={file}
          place={`state/${state}`}
          onChange={(next) => {
            // Typing an initial value is one step of undo; a change of its type is a separate step.
            const key = `${file} state/${state} ${JSON.stringify(next.type)}`
            edit(`Change the state ${state}`, (text) => setState(text, state, next), key)
          }}
          onRemove={() => edit(`Remove the state ${state}`, (text) => setMember(text, 'state', state, undefined))}
        />
      ))}
      <AddNamed
        what="state"
        example="chosen day"
        kinds={STATE_KINDS}
        isTaken={(name) => Object.hasOwn(screen.state ?? {}, name)}
        onAdd={(name, kind) => edit(`Add the state ${name}`, (text) => setState(text, name, beginning(kind)))}
      />
    </div>
  )
}

interface EditorProps {
  name: string
  /** "state", or "value" within one. */
  what: string
  state: State
  file: string
  place: Place
  onChange: (next: State) => void
  onRemove: () => void
}

/** A state, or a value of one that is a group. */
function StateEditor({ name, what, state, file, place, onChange, onRemove }: EditorProps): ReactNode {
  const kind = kindOfType(state.type)
  const choices = choicesOf(state.type)
  return (
    <div className={css.item}>
      <div className={`${css.row} ${css.named}`}>
        <strong>{name}</strong>
        {kind ? (
          <select
            aria-label={`Kind of ${name}`}
            value={kind.title}
            onChange={({ target }) => {
              const next = STATE_KINDS.find(({ title }) => title === target.value)
              if (next) onChange(beginning(next, state.first))
            }}
          >
            {STATE_KINDS.map(({ title }) => (
              <option key={title}>{title}</option>
            ))}
          </select>
        ) : (
          <code>{typeOf(state.type)}</code>
        )}
        <IconButton label={`Remove the ${what} ${name}`} onClick={onRemove}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </div>
      {(kind !== GROUP || isExpression(state.first)) && (
        <div className={css.field}>
          <span className={css.about}>begins with</span>
          <FirstValue
            name={name}
            state={state}
            file={file}
            place={place}
            onChange={(first) => onChange({ ...state, first })}
          />
        </div>
      )}
      {choices && (
        <Choices
          name={name}
          words={choices}
          onAdd={(word) => onChange(withChoice(state, word))}
          onRemove={(word) => onChange(withoutChoice(state, word))}
        />
      )}
      {kind === GROUP && (
        <div className={css.fields}>
          {partsOf(state).map(([other, part]) => (
            <StateEditor
              key={other}
              name={other}
              what={`value of ${name},`}
              state={part}
              file={file}
              place={place}
              onChange={(next) => onChange(withPart(state, other, next))}
              onRemove={() => onChange(withPart(state, other, undefined))}
            />
          ))}
          <AddNamed
            what={`value of ${name}`}
            example="currency"
            kinds={STATE_KINDS}
            isTaken={(name) => Object.hasOwn(state.type.properties ?? {}, name)}
            onAdd={(name, added) => onChange(withPart(state, name, beginning(added)))}
          />
        </div>
      )}
    </div>
  )
}

/** The words of which a state is one. */
function Choices({
  name,
  words,
  onAdd,
  onRemove,
}: {
  name: string
  words: readonly string[]
  onAdd: (word: string) => void
  onRemove: (word: string) => void
}): ReactNode {
  const [typed, setTyped] = useState('')
  const word = camelCase(typed)
  const isNew = word !== '' && !words.includes(word)
  function add(event: FormEvent): void {
    event.preventDefault()
    if (!isNew) return
    onAdd(word)
    setTyped('')
  }
  return (
    <form className={css.words} aria-label={`Words of ${name}`} onSubmit={add}>
      {words.map((word) => (
        <span key={word} className={css.word}>
          {word}
          {words.length > 1 && (
            <IconButton label={`Remove the word ${word} of ${name}`} onClick={() => onRemove(word)}>
              <X size={12} aria-hidden />
            </IconButton>
          )}
        </span>
      ))}
      <input
        value={typed}
        placeholder="Another word"
        aria-label={`Another word of ${name}`}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" disabled={!isNew} aria-label={`Add the word of ${name}`}>
        <Plus size={13} aria-hidden />
      </Button>
    </form>
  )
}

function FirstValue({
  name,
  state: { type, first },
  file,
  place,
  onChange,
}: Pick<EditorProps, 'name' | 'state' | 'file' | 'place'> & { onChange: (value: unknown) => void }): ReactNode {
  const label = `First value of ${name}`
  const choices = choicesOf(type)
  if (isExpression(first) && (choices || type.type !== 'string'))
    return <ExpressionField label={label} file={file} place={place} value={first} onChange={onChange} />
  if (choices)
    return (
      <select aria-label={label} value={String(first)} onChange={({ target }) => onChange(target.value)}>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    )
  if (typeof first === 'boolean')
    return (
      <input type="checkbox" aria-label={label} checked={first} onChange={({ target }) => onChange(target.checked)} />
    )
  if (typeof first === 'number')
    return (
      <input type="number" aria-label={label} value={first} onChange={({ target }) => onChange(Number(target.value))} />
    )
  if (typeof first === 'string')
    return <input aria-label={label} value={first} onChange={({ target }) => onChange(target.value)} />
  return <code>{JSON.stringify(first)}</code>
}
