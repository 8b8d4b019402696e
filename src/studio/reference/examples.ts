import type { Section } from './sections.ts'

/** Worked examples: what to press and to type, from the first step to the last. */
export const EXAMPLES: Section = {
  title: 'Examples',
  items: [
    {
      name: 'Change words',
      description: 'Another title, another word on a button.',
      keywords: ['text', 'translation'],
      steps: [
        'In Screens, search the words as you see them in the app, and choose the screen.',
        'Press the words in the picture at the right: their properties open beside it.',
        'Write over them. Below them stands at how many places they are used: “Change it only here” gives this place words of its own, “Change all” changes the others too.',
        'Press “All languages” to write them in the other languages; the view Texts has those of the whole app.',
      ],
    },
    {
      name: 'A warning above an amount',
      description: 'A text that is shown only while the amount of a form is more than 1 000.',
      keywords: ['condition', 'visible', 'warning'],
      steps: [
        'Choose the screen with the form, and press the place in the picture where the warning belongs.',
        'In the outline press + (Add a widget), search “warning” and choose Text or Card.',
        'In its properties write the sentence under “Words”, and choose the “Colour” of a warning.',
        'Under “When is it shown?” press “Add a condition”: choose the amount of the form, “is more than”, and type 1000. That the amount may still be empty is taken care of.',
        'Type 2000 into the amount in the picture: the warning appears.',
      ],
    },
    {
      name: 'Another order',
      description: 'A row that stands above another one.',
      keywords: ['move', 'sort', 'order'],
      steps: [
        'Press the row in the picture, or choose it in the outline.',
        'Press Move up or Move down in the outline, or drag it to its place. By keyboard: Alt+↑ and Alt+↓.',
      ],
    },
    {
      name: 'A list of my records',
      description: 'A screen that fetches rows and shows each of them.',
      keywords: ['list', 'data', 'query', 'new screen'],
      steps: [
        'Press + above the list of screens, and write the title of the screen.',
        'Begin with “A list with details”, and choose which data the list shows, for example by the word “records”.',
        'Press a row in the picture: its properties say what it shows. “Choose a value …” offers everything that a record has.',
        'Under Data above the picture choose Loading, Failed and Empty lists, and see what users see then.',
        'No screen leads to it yet: press “Put a link to it …” at its problem, and choose the screen.',
      ],
    },
    {
      name: 'A form that moves money',
      description: 'Fields, a question before anything is sent, and what happens afterwards.',
      keywords: ['form', 'money', 'confirm', 'call'],
      steps: [
        'Press + above the list of screens, and write the title of the screen.',
        'Begin with “A form”, choose what the form sends, and write the words on its button. The question before anything is sent is made with it.',
        'Press the form in the picture. “What happens” in its properties has the steps: the question, what is sent, and what follows a success or an error.',
        'What is missing stands under Problems, with a button where the quick fix is certain.',
      ],
    },
    {
      name: 'Publish',
      description: 'No user sees your changes before this.',
      keywords: ['release', 'live'],
      steps: [
        'Solve what stands under Problems.',
        'Press Review and publish: it shows what users will notice.',
        'Write what changes and why, and publish.',
      ],
    },
  ],
}
