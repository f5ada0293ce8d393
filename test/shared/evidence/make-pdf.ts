/** Text set at a place on a page: points from the top left. */
export interface Placed {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly bold?: boolean;
}

/** A small PDF with Helvetica text; just enough of the format for a reader to open it. */
export function makePdf(pages: readonly (readonly Placed[])[], extra: readonly string[] = []): Uint8Array {
  const objects: string[] = [];
  const kids = pages.map((_, i) => `${5 + i * 2} 0 R`).join(' ');
  objects.push('<< /Type /Catalog /Pages 2 0 R >>');
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  for (const face of ['Helvetica', 'Helvetica-Bold']) {
    objects.push(`<< /Type /Font /Subtype /Type1 /BaseFont /${face} /Encoding /WinAnsiEncoding >>`);
  }
  pages.forEach((page, i) => {
    const body = page
      .map(
        (p) =>
          `BT /F${p.bold ? 2 : 1} ${p.size ?? 10} Tf ${p.x} ${792 - p.y} Td (${p.text.replace(/([\\()])/g, '\\$1')}) Tj ET`,
      )
      .join('\n');
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${6 + i * 2} 0 R >>`,
    );
    objects.push(`<< /Length ${body.length} >>\nstream\n${body}\nendstream`);
  });
  objects.push(...extra);
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = pdf.length;
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const xref = pdf.length;
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`;
  pdf += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}

/** Lines one below the other. */
export function column(lines: readonly string[], x: number, y: number, leading = 12): Placed[] {
  return lines.map((text, i) => ({ text, x, y: y + i * leading }));
}
