/** Whether an input method takes the key, as Enter that ends a conversion. Safari tells it by the key code 229 alone, after the composition. */
export const isInputMethodKey = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;
