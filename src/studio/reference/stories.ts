import type { Story } from '../compiler/protocol.ts'

/** The stories beside each widget: a separate file, loaded when it is shown. */
const FILES = import.meta.glob<{ cases: Story[] }>('../../{engine,product}/widgets/*/*.stories.json', {
  import: 'default',
})

/** The stories of a widget, in the order of their file. */
export async function storiesOf(widget: string): Promise<readonly Story[]> {
  const path = Object.keys(FILES).find((name) => name.endsWith(`/${widget}/${widget}.stories.json`))
  const file = path === undefined ? undefined : await FILES[path]?.()
  return file?.cases ?? []
}
