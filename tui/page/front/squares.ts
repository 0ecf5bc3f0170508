// Squares as python-chess counts them (a1 is 0), and the bytes that MicroChess has for them.
const FILES = "abcdefgh";
export const TABLE = 0x50;
export const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, "0");
export const side = (white: boolean) => (white ? "white" : "black");
export const squareName = (square: number) => `${FILES[square & 7]}${(square >> 3) + 1}`;

// As the computer sees the board, which is turned about for it.
export function byteOf(square: number, computerWhite: boolean): number {
  const seen = square ^ (computerWhite ? 7 : 56);
  return ((seen >> 3) << 4) | (seen & 7);
}

// The first field of a FEN.
export function placement(men: string): string {
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => men.slice(8 * rank, 8 * rank + 8));
  return ranks.map((rank) => rank.replace(/\.+/g, (none) => String(none.length))).join("/");
}
