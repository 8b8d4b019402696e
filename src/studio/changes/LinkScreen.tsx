import { useState, type FormEvent, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { insertSource, nodeAt, parse, setValue, type Place } from '../model/document.ts'
import { TextField } from '../texts/TextField.tsx'
import { Actions, Button, Dialog, Field, Hint } from '../ui/ui.tsx'

/**
 * The text of a screen with a button at its end that leads to a route, and the path of the button; undefined if it
 * shows nothing.
 */
export function withLink(text: string, route: string, label: string): { text: string; place: Place } | undefined {
  const root = parse(text)
  const list = nodeAt(root, 'body/0/children')?.type === 'array' ? 'body/0/children' : 'body'
  const items = nodeAt(root, list)?.children
  if (!items) return undefined
  const place = `${list}/${items.length}`
  const placed = insertSource(text, list, items.length, '{ "widget": "Button" }', '')
  const labelled = setValue(placed, `${place}/props`, { label })
  return { text: setValue(labelled, `${place}/on`, { press: [{ action: 'navigate', to: route }] }), place }
}

/** In place of the screen with the link. */
const OUTSIDE = ' '

/** The rule whose warning a screen allows that no other screen leads to. */
const RULE = 'unreachable-screen'

/** The text of a screen that is opened from outside of the app, with the reason. */
export const openedFromOutside = (text: string, reason: string): string => setValue(text, `allow/${RULE}`, reason)

/** Puts a button that leads to a screen on another one, or stores why none does. */
export function LinkScreen({ file, onClose }: { file: string; onClose: () => void }): ReactNode {
  const workspace = useWorkspace()
  const entries = useWorkspaceState((state) => state.entries)
  const target = entries.find((entry) => entry.file === file)
  const screens = entries.filter((entry) => entry.kind === 'screen' && entry.file !== file)
  const [from, setFrom] = useState('')
  const [label, setLabel] = useState(() => titleOf(workspace.get().files[file]))
  const [reason, setReason] = useState('')
  const isFromOutside = from === OUTSIDE
  const isComplete = isFromOutside ? reason.trim() !== '' : from !== '' && label !== ''

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isFromOutside) {
      workspace.change(file, 'Open the screen from outside of the app', (text) =>
        openedFromOutside(text, reason.trim()),
      )
      return onClose()
    }
    const text = workspace.get().files[from]
    const next = text === undefined ? undefined : withLink(text, target?.route ?? '', label)
    if (next === undefined) return
    workspace.edit('Put a link to the screen', { [from]: next.text })
    workspace.openFile(from, next.place)
    onClose()
  }

  return (
    <Dialog title={`A link to ${target?.title || target?.id || file}`} onClose={onClose}>
      <form onSubmit={submit}>
        <Field label="On which screen">
          <select value={from} required onChange={({ target: { value } }) => setFrom(value)}>
            <option value="">Choose …</option>
            <option value={OUTSIDE}>On none: a push message or an e-mail opens it</option>
            {screens.map(({ file: path, id, title }) => (
              <option key={path} value={path}>
                {title === '' ? id : `${title} (${id})`}
              </option>
            ))}
          </select>
        </Field>
        {isFromOutside ? (
          <Field label="What opens it" hint="It is stored in the screen, and who reads its code sees it.">
            <input value={reason} required maxLength={200} onChange={({ target: { value } }) => setReason(value)} />
          </Field>
        ) : (
          <>
            <p>Words of the button</p>
            <TextField value={label} label="Words of the button" onChange={setLabel} />
            <Hint>
              A button is put at the end of that screen, which opens: it can be moved, or made another link there.
            </Hint>
          </>
        )}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={!isComplete}>
            {isFromOutside ? 'Store the reason' : 'Put the link'}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

function titleOf(text: string | undefined): string {
  try {
    const { title } = JSON.parse(text ?? '{}') as { title?: unknown }
    return typeof title === 'string' && !title.startsWith('=') ? title : ''
  } catch {
    return ''
  }
}
