import InstrumentIcon from './InstrumentIcon.tsx'

/** Draws the currency or the instrument with this code. */
export default function DrawingOf({ id }: { id: string }) {
  return <InstrumentIcon symbol={id} size="sm" />
}
