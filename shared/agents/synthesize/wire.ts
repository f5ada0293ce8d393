import * as z from 'zod';

export const SentenceWire = z.object({
  text: z.string(),
  voice: z.enum(['ours', 'quote']),
  cites: z.array(z.string()),
  passages: z.array(z.object({ paper: z.string(), quote: z.string() })),
});
export type SentenceWire = z.infer<typeof SentenceWire>;

const ParagraphWire = z.object({ sentences: z.array(SentenceWire) });

/** What a model answers as the writer; the table and the references are made by us from the notes and the citations. */
export const SynthesisWire = z.object({
  answer: z.array(SentenceWire),
  top_findings: z.array(SentenceWire),
  unanswered: z.array(z.object({ sq: z.string().nullable(), text: z.string() })),
  sections: z.array(z.object({ sq: z.string(), paragraphs: z.array(ParagraphWire) })),
  tensions: z.array(z.object({ id: z.string(), sentences: z.array(SentenceWire) })),
  gaps: z.array(SentenceWire),
  reading_list: z.array(z.object({ paper: z.string(), reason: z.string() })),
});
export type SynthesisWire = z.infer<typeof SynthesisWire>;

/** The third rung: only what a synthesis cannot do without. */
export const SimplerSynthesisWire = SynthesisWire.pick({ answer: true, sections: true, tensions: true });
