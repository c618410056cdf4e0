import { type Tile, tileAddress } from './tileModel.ts';

export type TileLayer = { readonly show: (tiles: readonly Tile[]) => void; readonly end: () => void };

/** The tiles of a map service behind a drawing; visible tiles are not fetched again. */
export function openTiles(element: HTMLElement, template: string): TileLayer {
  const layer = document.createElement('div');
  layer.className = 'places-map-tiles';
  layer.setAttribute('aria-hidden', 'true');
  element.prepend(layer);
  const shown = new Map<string, HTMLImageElement>();
  return {
    show: (tiles) => {
      const wanted = new Map(tiles.map((tile) => [tileAddress(template, tile), tile]));
      for (const [address, picture] of shown) {
        if (wanted.has(address)) continue;
        picture.remove();
        shown.delete(address);
      }
      for (const [address, { left, top, size }] of wanted) {
        const picture = shown.get(address) ?? pictureOf(address);
        if (!shown.has(address)) layer.append(picture);
        shown.set(address, picture);
        // Half a pixel more, or gaps show between two tiles.
        picture.style.width = `${size + 0.5}px`;
        picture.style.height = `${size + 0.5}px`;
        picture.style.transform = `translate(${left}px, ${top}px)`;
      }
    },
    end: () => layer.remove(),
  };
}

function pictureOf(address: string): HTMLImageElement {
  const picture = new Image();
  picture.alt = '';
  // Services check the origin of the page; they need not learn its path.
  picture.referrerPolicy = 'strict-origin';
  picture.addEventListener('error', () => {
    picture.style.visibility = 'hidden';
  });
  picture.src = address;
  return picture;
}
