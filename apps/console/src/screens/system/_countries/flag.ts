let drawn: boolean | undefined;

/** Whether this system draws flags; without their font each would be two empty boxes or the two letters once more. */
function drawsFlags(): boolean {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) return false;
  canvas.font = '24px sans-serif';
  canvas.fillText('\u{1f1e8}\u{1f1f3}', 0, 24);
  // Letters and boxes are drawn in one ink; China's flag is not.
  const { data } = canvas.getImageData(0, 0, 32, 32);
  for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 1]) return true;
  return false;
}

/** The flag of a country before its name, or nothing where flags cannot be drawn. */
export function flagOf(code: string): string {
  drawn ??= drawsFlags();
  if (!drawn) return '';
  return `${String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))} `;
}
