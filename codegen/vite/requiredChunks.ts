import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/** A widget, a lazy widget and the drawing of a widget in a separate chunk: all are "Name". */
const WIDGET = /\/widgets\/(\w+)\/(?:\1|\1\.lazy|Drawing\.lazy)\.tsx$/
/** A kind of fields of the form. */
const FIELD = /\/widgets\/Form\/widgets\/([\w-]+)\.lazy\.tsx$/

/** The stores of forms. */
const FORMS = /\/engine\/state\/forms\/forms\.ts$/

const nameOf = (id: string): string | undefined => {
  if (FORMS.test(id)) return 'forms'
  const field = FIELD.exec(id)?.[1]
  return field === undefined ? WIDGET.exec(id)?.[1] : `field:${field}`
}

/**
 * The files that each widget, each kind of fields (`field:<kind>`) and the stores of forms (`forms`) are loaded with, beside those of the page itself, by paths
 * below the base. Names whose code is in the page's own files are missing.
 */
export function requiredFiles(chunks: readonly Chunk[]): Record<string, string[]> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const closure = (from: readonly Chunk[]): Set<Chunk> => {
    const reached = new Set(from)
    for (const chunk of reached)
      for (const file of chunk.imports) {
        const imported = byFile.get(file)
        if (imported) reached.add(imported)
      }
    return reached
  }
  const own = closure(chunks.filter(({ isEntry }) => isEntry))
  const files: Record<string, Set<string>> = {}
  for (const chunk of chunks) {
    if (own.has(chunk)) continue
    const names = new Set(chunk.moduleIds.flatMap((id) => nameOf(id.replaceAll('\\', '/')) ?? []))
    for (const name of names)
      for (const needed of closure([chunk])) {
        if (own.has(needed)) continue
        const list = (files[name] ??= new Set())
        list.add(needed.fileName)
        for (const style of needed.viteMetadata?.importedCss ?? []) list.add(style)
      }
  }
  return Object.fromEntries(
    Object.entries(files)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, list]) => [name, [...list].toSorted()]),
  )
}

/** Writes these files into the page as data: its first lines (src/app/public/first.js) request those of the first screen while the app's own code loads. */
export function requiredChunks(): Plugin {
  return {
    name: 'placard:required-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
        const files = requiredFiles(chunks)
        if (Object.keys(files).length === 0) throw new Error('No widget has a chunk of its own.')
        return html.replace(
          '<script src=',
          `<script type="application/json" id="chunks">${JSON.stringify(files)}</script>\n    <script src=`,
        )
      },
    },
  }
}
