import { useMemo, type ReactNode } from 'react'
import { getNodeValue } from 'jsonc-parser'
import { BrokenDocument } from '../BrokenDocument.tsx'
import { useWorkspaceState } from '../model/context.tsx'
import { nodeAt, parse } from '../model/document.ts'
import { isSound } from '../model/sound.ts'
import { capital, wordsOf } from '../model/titles.ts'
import { widgetsOf } from '../model/vocabulary.ts'
import { partsOf } from '../model/parts.ts'
import { enclosingNode } from '../outline/nodes.ts'
import { queryOptions } from '../make/queries.ts'
import { callsOf } from '../model/calls.ts'
import { readsIn } from '../../../codegen/compiler/service/index.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import { hasOutline } from '../outline/Outline.tsx'
import { DocumentFacts } from './DocumentFacts.tsx'
import { EventList } from './EventList.tsx'
import css from './Inspector.module.css'
import { KeywordForm } from './KeywordForm.tsx'
import type { NodeValue } from './nodeValue.ts'
import { PropsForm } from './PropsForm.tsx'
import { usageOf } from './usage.ts'

/** The properties of the selected node, or the facts of the document. */
export function Inspector(): ReactNode {
  const open = useWorkspaceState((state) => state.open)
  const text = useWorkspaceState((state) => (state.open === null ? undefined : state.files[state.open]))
  const selected = useWorkspaceState((state) => state.selected)
  const published = useWorkspaceState((state) => state.published)
  const files = useWorkspaceState((state) => state.files)
  const place = useMemo(() => (text === undefined ? '' : enclosingNode(text, selected)), [text, selected])
  const node = useMemo(() => {
    const found = text === undefined || place === '' ? undefined : nodeAt(parse(text), place)
    return found && (getNodeValue(found) as NodeValue)
  }, [text, place])
  const sources = useMemo(() => (node ? sourcesOf(node, text ?? '', published) : []), [node, text, published])
  const isBroken = useMemo(() => text !== undefined && hasOutline(open) && !isSound(text), [open, text])
  if (open === null || text === undefined)
    return <p className={css.empty}>The properties of the selected node appear here.</p>
  if (isBroken)
    return (
      <div className={css.inspector}>
        <BrokenDocument file={open} />
      </div>
    )
  if (!node) return <DocumentFacts file={open} />
  const widget = node.widget === undefined ? undefined : widgetsOf(published).get(node.widget)
  const schema = widget ? widget.props : node.part === undefined ? undefined : partsOf(files).get(node.part)
  return (
    <div className={css.inspector}>
      <header className={css.head}>
        <h2 title={node.widget ?? node.part}>
          {node.widget === undefined ? `Part ${node.part ?? ''}` : capital(wordsOf(node.widget))}
        </h2>
        {widget && <p className={css.about}>{widget.description}</p>}
        {sources.length > 0 && (
          <p className={css.about}>
            It shows data of the server: {sources.join(', ')}. What that data says is changed there, not here.
          </p>
        )}
      </header>
      {schema ? (
        <PropsForm
          key={`${open} ${place}`}
          file={open}
          place={place}
          schema={schema}
          values={node.props ?? {}}
          usage={node.widget === undefined ? undefined : usageOf(published).get(node.widget)}
        />
      ) : (
        <p className={css.empty}>The catalogue has no such widget or part.</p>
      )}
      <KeywordForm key={`keywords ${open} ${place}`} file={open} place={place} node={node} />
      {widget && <EventList file={open} place={place} widget={widget} handlers={node.on ?? {}} />}
    </div>
  )
}

/** The data that a node itself reads, by its sentences. */
function sourcesOf(node: NodeValue, text: string, published: Readonly<Record<string, string>>): string[] {
  const { props, each } = node
  const names = new Set(readsIn({ props, each } as Json).map(([name]) => name))
  return queryOptions(text, callsOf(published)).flatMap(({ id, about }) => (names.has(id) ? [`“${about}”`] : []))
}
