import { useState, type ChangeEvent, type CompositionEvent } from 'react'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/**
 * Props of a controlled text field. Text in composition (by an input method, or a keyboard that suggests words) is left as it is until it is
 * done: an input method continues a text that it wrote itself, and would write it twice. `whileComposing` receives it for what follows typing.
 */
export function useComposition<E extends TextElement>(
  shown: string,
  change: (text: string, element: E, event: Event) => void,
  whileComposing?: (text: string) => void,
) {
  const [composed, setComposed] = useState<string | null>(null)
  return {
    value: composed ?? shown,
    onChange: ({ target, nativeEvent }: ChangeEvent<E>): void => {
      if ('isComposing' in nativeEvent && nativeEvent.isComposing === true) {
        setComposed(target.value)
        whileComposing?.(target.value)
        return
      }
      setComposed(null)
      change(target.value, target, nativeEvent)
    },
    onCompositionEnd: ({ currentTarget, nativeEvent }: CompositionEvent<E>): void => {
      setComposed(null)
      change(currentTarget.value, currentTarget, nativeEvent)
    },
  }
}
