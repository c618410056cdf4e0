let drawn: boolean | undefined;

/** Whether this system renders flags; without their font each would be two boxes or letters. */
function drawsFlags(): boolean {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) return false;
  canvas.font = '24px sans-serif';
  canvas.fillText('\u{1f1e8}\u{1f1f3}', 0, 24);
  // Letters and boxes have one colour; China's flag has two.
  const { data } = canvas.getImageData(0, 0, 32, 32);
  for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 1]) return true;
  return false;
}

/** The flag of a country before its name, or nothing if flags cannot be rendered. */
export function flagOf(code: string): string {
  drawn ??= drawsFlags();
  if (!drawn) return '';
  return `${String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))} `;
}
