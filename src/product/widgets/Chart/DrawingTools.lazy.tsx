import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { ChartProps } from '../../../generated/widgets/Chart.ts'
import { useFormat, useText } from '../../../engine/state/language.ts'
import { cx } from '../../../engine/widgets/lib/styles/cx.ts'
import Icon from '../../../engine/widgets/Icon/Icon.tsx'
import type { Plot } from './canvas/plot.ts'
import css from './DrawingTools.module.css'
import { createEditor, type Editor } from './drawings/editor.ts'
import { anchorsOf, type Drawing, type DrawingKind } from './drawings/model.ts'
import { useCandleTime } from './Readout.tsx'

/** Most drawings of all markets, as in the schema of the widget. */
const MOST_OF_ALL = 200

const TOOLS = [
  ['trend', 'ui.chartTrend', 'slash'],
  ['horizontal', 'ui.chartHorizontal', 'minus'],
  ['ray', 'ui.chartRay', 'move-up-right'],
  ['fibonacci', 'ui.chartFibonacci', 'rows-4'],
  ['rectangle', 'ui.chartRectangle', 'square'],
  ['text', 'ui.chartNote', 'type'],
] as const satisfies readonly (readonly [DrawingKind, string, string])[]

interface DrawingToolsProps extends Pick<ChartProps, 'symbol' | 'interval' | 'precision' | 'onChange' | 'onToggle'> {
  plot: Plot
  editor: RefObject<Editor | null>
  drawings: readonly Drawing[]
  isHidden: boolean
  /** The tools are shown, and drawings can be changed. */
  isOpen: boolean
}

/** Draws the user's drawings on the chart; while it is open, the tools below it. */
export default function DrawingTools(props: DrawingToolsProps) {
  const { plot, editor: editorRef, drawings, symbol, isHidden, isOpen, onChange, onToggle } = props
  const t = useText()
  const [, rerender] = useReducer((n: number) => n + 1, 0)
  const [editor] = useState(createEditor)
  const save = useEffectEvent((mine: readonly Drawing[]) => {
    const others = drawings.filter((drawing) => drawing.symbol !== symbol)
    void onChange?.({ drawings: [...others, ...mine].slice(-MOST_OF_ALL) })
  })
  useLayoutEffect(() => {
    editor.connect({ save: (mine) => save(mine), changed: rerender, redraw: () => plot.redraw() })
    plot.setLayer(editor)
    editorRef.current = editor
    return () => {
      plot.setLayer(null)
      editorRef.current = null
    }
  }, [plot, editor, editorRef])
  const words = t('ui.chartNote')
  useEffect(() => {
    editor.set(
      drawings.filter((drawing) => drawing.symbol === symbol),
      { symbol, words, isHidden, canEdit: isOpen },
    )
  }, [editor, drawings, symbol, words, isHidden, isOpen])

  const [listed, setListed] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  if (!isOpen) return null
  const { tool, selected, canUndo, isFull } = editor.state
  const tools = TOOLS.map(([kind, name, icon]) => (
    <Tool
      key={kind}
      icon={icon}
      name={t(name)}
      isPressed={tool === kind}
      isDisabled={isFull || isHidden}
      onPress={() => editor.choose(tool === kind ? null : kind)}
    />
  ))
  const remove = (id: string) => {
    editor.remove(id)
    bar.current?.focus()
  }
  return (
    <div className={css.tools} dir="auto">
      {listed ? (
        <DrawingList
          {...props}
          drawings={editor.state.drawings}
          selected={selected}
          onSelect={(id) => editor.select(id)}
          onRemove={remove}
          onHide={() => void onToggle?.({ hidden: !isHidden })}
        />
      ) : null}
      {tool ? (
        <output className={css.hint}>{t(anchorsOf(tool) === 1 ? 'ui.chartPlaceOne' : 'ui.chartPlaceTwo')}</output>
      ) : null}
      <div ref={bar} className={css.bar} role="toolbar" aria-label={t('ui.chartDraw')} tabIndex={-1}>
        {selected ? (
          <Selected
            drawing={selected}
            onWrite={(text) => editor.write(text)}
            onRemove={remove}
            onClose={() => {
              editor.select(null)
              bar.current?.focus()
            }}
          />
        ) : (
          tools
        )}
        <Tool icon="undo-2" name={t('ui.chartUndo')} isDisabled={!canUndo} onPress={() => editor.undo()} />
        <Tool icon="list" name={t('ui.chartDrawings')} isPressed={listed} onPress={() => setListed(!listed)} />
      </div>
    </div>
  )
}

interface ToolProps {
  icon: string
  name: string
  isPressed?: boolean
  isDisabled?: boolean
  onPress: () => void
}

function Tool({ icon, name, isPressed, isDisabled = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={cx(css.tool, isPressed && css.pressed)}
      aria-label={name}
      title={name}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon name={icon} size="sm" />
    </button>
  )
}

const NAMES = Object.fromEntries(TOOLS.map(([kind, name]) => [kind, name])) as Record<
  DrawingKind,
  (typeof TOOLS)[number][1]
>

/** The selected drawing: its words, its deletion, and the end of the selection. */
function Selected({
  drawing,
  onWrite,
  onRemove,
  onClose,
}: {
  drawing: Drawing
  onWrite: (text: string) => void
  onRemove: (id: string) => void
  onClose: () => void
}) {
  const t = useText()
  const name = t(NAMES[drawing.kind])
  return (
    <>
      {drawing.kind === 'text' ? (
        <input
          key={drawing.id}
          className={css.words}
          aria-label={name}
          defaultValue={drawing.text}
          maxLength={60}
          enterKeyHint="done"
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          onBlur={({ target: { value } }) => {
            const text = value.trim()
            if (text !== '' && text !== drawing.text) onWrite(text)
          }}
        />
      ) : (
        <span className={css.name}>{name}</span>
      )}
      <Tool icon="trash-2" name={t('ui.chartDelete', { drawing: name })} onPress={() => onRemove(drawing.id)} />
      <Tool icon="check" name={t('keypad.done')} onPress={onClose} />
    </>
  )
}

interface DrawingListProps extends Pick<DrawingToolsProps, 'interval' | 'precision' | 'isHidden' | 'drawings'> {
  selected: Drawing | null
  onSelect: (id: string) => void
  onRemove: (id: string) => void
  onHide: () => void
}

/** The drawings of the market as text: to select and delete them without the chart, and to hide them all. */
function DrawingList({
  drawings,
  interval,
  precision,
  isHidden,
  selected,
  onSelect,
  onRemove,
  onHide,
}: DrawingListProps) {
  const t = useText()
  const format = useFormat()
  const timeOf = useCandleTime(interval)
  const placeOf = ({ kind, points }: Drawing) =>
    points
      .map(({ time, price }) => `${kind === 'horizontal' ? '' : `${timeOf(time)}  `}${format.price(price, precision)}`)
      .join(' – ')
  return (
    <div className={css.panel}>
      <button type="button" className={css.hide} aria-pressed={isHidden} onClick={onHide}>
        <Icon name={isHidden ? 'eye' : 'eye-off'} size="sm" />
        {t(isHidden ? 'ui.chartShow' : 'ui.chartHide')}
      </button>
      {drawings.length === 0 ? <p className={css.none}>{t('ui.chartNoDrawings')}</p> : null}
      <ul className={css.list} aria-label={t('ui.chartDrawings')}>
        {drawings.map((drawing) => {
          const name = drawing.kind === 'text' ? drawing.text : t(NAMES[drawing.kind])
          const place = placeOf(drawing)
          return (
            <li key={drawing.id} className={css.row}>
              <button
                type="button"
                className={css.entry}
                disabled={isHidden}
                aria-pressed={selected?.id === drawing.id}
                onClick={() => onSelect(drawing.id)}
              >
                <span>{name}</span>
                <span className={css.place} dir="ltr">
                  {place}
                </span>
              </button>
              <Tool
                icon="trash-2"
                name={t('ui.chartDelete', { drawing: `${name} ${place}` })}
                onPress={() => onRemove(drawing.id)}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
