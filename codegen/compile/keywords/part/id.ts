import wrongShape from '../../../check/rules/wrong-shape.ts'
import type { PartKeyword } from './partKeyword.ts'

export const id: PartKeyword = {
  name: 'id',
  kind: 'string',
  required: true,
  doc: 'Path of the file in `parts/`, without `.json`.',
  declare(value, { unit }) {
    if (value && value.value !== unit.id)
      unit.report(wrongShape, value, 'id', `This part is screens/parts/${unit.id}.json, so its id is "${unit.id}".`)
  },
}
