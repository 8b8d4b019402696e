import { expect, it } from 'vitest'
import { copyOf } from './copy.ts'

it('copies a screen under another name, with its comments', () => {
  const text =
    '{\n  "$schema": "../schemas/screen.schema.json",\n  "id": "a",\n  // where\n  "route": "/a",\n  "title": "x.y",\n  "body": []\n}\n'
  expect(copyOf(text, 'assets/b', 'x.z')).toBe(
    '{\n  "$schema": "../../schemas/screen.schema.json",\n  "id": "assets/b",\n  // where\n  "route": "/pages/assets/b",\n  "title": "x.z",\n  "body": []\n}\n',
  )
})
