import { expect, it } from 'vitest'
import { sectionsOf } from './sections.ts'

it('a property: its default is a sentence after its description, with or without a full stop', () => {
  const schema = {
    description: 'A widget.',
    version: 1,
    props: {
      type: 'object',
      properties: {
        stopped: { type: 'boolean', description: 'Ends in a stop.', default: false },
        open: { type: 'boolean', description: 'Has two.. points', default: true },
        bare: { type: 'boolean', default: true },
        plain: { type: 'boolean', description: 'No default.' },
      },
      required: [],
    },
  }
  const files = { 'src/engine/widgets/Sample/Sample.schema.json': JSON.stringify(schema) }
  const rows = sectionsOf(files)[0]?.items[0]?.tables?.[0]?.rows.map(([name, , words]) => [name, words])
  expect(rows).toEqual([
    ['stopped', 'Ends in a stop. Default: false'],
    ['open', 'Has two.. points. Default: true'],
    ['bare', 'Default: true'],
    ['plain', 'No default.'],
  ])
})
