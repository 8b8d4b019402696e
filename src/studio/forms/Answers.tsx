import { Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import { groupOf, textFor } from '../texts/keys.ts'
import { TextField } from '../texts/TextField.tsx'
import { Button, IconButton } from '../ui/ui.tsx'
import { answersOf, setAnswers, type FormField } from './fields.ts'
import css from './FieldList.module.css'

interface Props {
  field: FormField
  edit: (label: string, change: (text: string) => string) => void
}

/** Options of a choice with their labels. An option's value is the last segment of its label's key. */
export function Answers({ field, edit }: Props): ReactNode {
  const workspace = useWorkspace()
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const [words, setWords] = useState('')
  const answers = answersOf(field)
  const { name } = field

  function add(): void {
    const typed = words.trim()
    if (typed === '') return
    const { files, open, entries } = workspace.get()
    const { key, changes } = textFor(typed, groupOf(open, entries), files)
    workspace.edit(`Create the text “${typed}”`, changes)
    const value = key.split('.').at(-1) ?? key
    edit(`Add the answer “${typed}”`, (text) => setAnswers(text, name, [...answers, { value, words: key }]))
    setWords('')
  }

  return (
    <fieldset className={css.answers}>
      <legend className={css.label}>Answers</legend>
      {answers.length < 2 && <p className={css.about}>A choice has two answers or more.</p>}
      {answers.map((answer, index) => (
        <div key={answer.value} className={css.answer}>
          <div>
            <TextField
              value={answer.words}
              label={`Answer ${index + 1}`}
              onChange={(key) =>
                edit(`Change an answer of ${name}`, (text) =>
                  setAnswers(
                    text,
                    name,
                    answers.map((other) => (other === answer ? { ...other, words: key } : other)),
                  ),
                )
              }
            />
            <code>{answer.value}</code>
          </div>
          <IconButton
            label={`Remove the answer ${english[answer.words] ?? answer.value}`}
            onClick={() =>
              edit(`Remove an answer of ${name}`, (text) =>
                setAnswers(
                  text,
                  name,
                  answers.filter((other) => other !== answer),
                ),
              )
            }
          >
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className={css.answer}>
        <input
          aria-label="New answer"
          placeholder="Type the words of an answer"
          value={words}
          onChange={({ target }) => setWords(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button disabled={words.trim() === ''} onClick={add}>
          Add
        </Button>
      </div>
    </fieldset>
  )
}
