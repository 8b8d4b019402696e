import type { Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { requiredFiles } from './requiredChunks.ts'

const chunk = (
  fileName: string,
  moduleIds: string[],
  imports: string[] = [],
  css: string[] = [],
  isEntry = false,
): Rolldown.OutputChunk =>
  ({
    fileName,
    moduleIds,
    imports,
    isEntry,
    viteMetadata: { importedCss: new Set(css) },
  }) as unknown as Rolldown.OutputChunk

it('files of a widget: its chunk, what that imports, and their styles, without those of the page', () => {
  const chunks = [
    chunk('main.js', ['/src/app/main.tsx'], ['first.js'], [], true),
    chunk('first.js', ['/src/engine/widgets/Text/Text.tsx']),
    chunk('Form.js', ['/src/engine/widgets/Form/Form.tsx'], ['first.js', 'lib.js'], ['Form.css']),
    chunk('lib.js', ['/node_modules/lib/index.js']),
    chunk('phone.js', ['/src/engine/widgets/Form/widgets/phone.lazy.tsx'], ['Form.js']),
    chunk('Chart.js', ['/src/product/widgets/Chart/Chart.tsx'], ['first.js']),
    chunk('Drawing.js', ['/src/product/widgets/Chart/Drawing.lazy.tsx'], ['first.js']),
    chunk('forms.js', ['/src/engine/state/forms/forms.ts'], ['first.js']),
    chunk('Glyph.js', ['/src/engine/widgets/Icon/Glyph.lazy.tsx'], ['first.js']),
  ]
  expect(requiredFiles(chunks)).toEqual({
    Chart: ['Chart.js', 'Drawing.js'],
    Form: ['Form.css', 'Form.js', 'lib.js'],
    forms: ['forms.js'],
    'field:phone': ['Form.css', 'Form.js', 'lib.js', 'phone.js'],
  })
})
