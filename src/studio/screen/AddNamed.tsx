import { Plus } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { camelCase, freeName } from '../make/words.ts'
import { Button } from '../ui/ui.tsx'
import css from './ScreenForm.module.css'

interface Props<Kind> {
  /** Noun for the added member: "parameter". */
  what: string
  example: string
  kinds: readonly Kind[]
  /** The title of the kind that is chosen at first; else the first one. */
  initial?: string
  isTaken: (name: string) => boolean
  onAdd: (name: string, kind: Kind) => void
}

/** Adds a member of a screen: the words of its name, and one of several kinds. */
export function AddNamed<Kind extends { title: string }>(props: Props<Kind>): ReactNode {
  const { what, example, kinds, initial = kinds[0]?.title ?? '', isTaken, onAdd } = props
  const [words, setWords] = useState('')
  const [title, setTitle] = useState(initial)
  const name = camelCase(words)
  function add(event: FormEvent): void {
    event.preventDefault()
    const kind = kinds.find((kind) => kind.title === title)
    if (name === '' || !kind) return
    onAdd(freeName(name, isTaken), kind)
    setWords('')
  }
  return (
    <form className={css.row} onSubmit={add}>
      <input
        value={words}
        placeholder={`Name, such as ${example}`}
        aria-label={`Name of the ${what}`}
        onChange={({ target }) => setWords(target.value)}
      />
      <select aria-label={`Kind of the ${what}`} value={title} onChange={({ target }) => setTitle(target.value)}>
        {kinds.map((kind) => (
          <option key={kind.title}>{kind.title}</option>
        ))}
      </select>
      <Button type="submit" disabled={name === ''} aria-label={`Add the ${what}`}>
        <Plus size={13} aria-hidden />
      </Button>
    </form>
  )
}
