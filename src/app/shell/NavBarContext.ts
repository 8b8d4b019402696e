import { createContext } from 'react'

/** Whether this stands in the bar of the app, where a card has no room. */
export const NavBarContext = createContext(false)
