import type { ReplayHandler } from './replay-server.ts';

const ABSTRACT =
  'We measure how careful rate limiting changes the throughput of a shared client, and find that a queue per question keeps it fair.';

const json =
  (value: unknown): ReplayHandler =>
  () => ({ body: JSON.stringify(value) });

const ATOM = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom">
 <title>arXiv Query: synthetic</title><id>https://arxiv.org/api/x</id>
 <opensearch:itemsPerPage>10</opensearch:itemsPerPage><opensearch:totalResults>1</opensearch:totalResults><opensearch:startIndex>0</opensearch:startIndex>
 <entry><id>http://arxiv.org/abs/2401.00017v2</id><title>Fair Queues for
   Shared Clients</title><summary>${ABSTRACT}</summary><published>2024-01-03T10:00:00Z</published><updated>2024-02-01T10:00:00Z</updated>
  <author><name>Ada Queue</name></author><link href="https://arxiv.org/pdf/2401.00017v2" rel="related" type="application/pdf" title="pdf"/></entry>
</feed>`;

const S2_PAPER = {
  paperId: 'a'.repeat(40),
  externalIds: { DOI: '10.5555/FAIR.2024', ArXiv: '2401.00017', CorpusId: 17 },
  title: 'Fair Queues for Shared Clients',
  abstract: ABSTRACT,
  year: 2024,
  publicationDate: '2024-01-03',
  venue: 'Proc. Synthetic Systems',
  authors: [{ authorId: '1', name: 'Ada Queue' }],
  citationCount: 4,
  referenceCount: 1,
  references: [
    { paperId: 'b'.repeat(40), externalIds: { DOI: '10.5555/bucket.1999' }, title: 'Buckets of Tokens', year: 1999 },
  ],
  openAccessPdf: { url: '', status: null },
};

const WORK = {
  id: 'https://openalex.org/W17',
  doi: 'https://doi.org/10.5555/fair.2024',
  title: 'Fair Queues for Shared Clients',
  publication_year: 2024,
  publication_date: '2024-01-01',
  authorships: [{ author: { display_name: 'Ada Queue' } }],
  abstract_inverted_index: {
    Fair: [0],
    queues: [1],
    share: [2],
    one: [3],
    client: [4],
    between: [5],
    many: [6],
    questions: [7],
    justly: [8],
  },
  primary_location: {
    landing_page_url: 'https://doi.org/10.5555/fair.2024',
    source: { display_name: 'Synthetic Systems' },
  },
  referenced_works: ['https://openalex.org/W1999'],
  cited_by_count: 5,
  is_retracted: false,
  type: 'article',
};

/** Answers written for these tests, one paper or post a provider, in each provider's own shape. */
export const SYNTHETIC: Readonly<Record<string, ReplayHandler>> = {
  arxiv: () => ({ headers: { 'content-type': 'application/atom+xml' }, body: ATOM }),
  semanticscholar: ({ url, body }) => {
    if (!url.pathname.endsWith('/batch')) return { body: JSON.stringify({ total: 1, offset: 0, data: [S2_PAPER] }) };
    const { ids } = JSON.parse(body) as { ids: string[] };
    const known = ids.map((id) => (/fair\.2024$|2401\.00017$/i.test(id) ? S2_PAPER : null));
    return { body: JSON.stringify(known) };
  },
  openalex: ({ url }) => {
    const filter = url.searchParams.get('filter') ?? '';
    const wanted =
      filter.includes('doi:') || filter.includes('openalex:') ? /fair\.2024|2401\.00017|W17\b/.test(filter) : true;
    return {
      body: JSON.stringify({ meta: { count: wanted ? 1 : 0, page: 1, per_page: 25 }, results: wanted ? [WORK] : [] }),
    };
  },
  crossref: ({ url }) => {
    const single = /\/works\/(.+)$/.exec(url.pathname)?.[1];
    const item = {
      DOI: '10.5555/FAIR.2024',
      type: 'journal-article',
      title: ['Fair Queues for Shared Clients'],
      author: [{ given: 'Ada', family: 'Queue' }],
      issued: { 'date-parts': [[2024, 3]] },
      URL: 'https://doi.org/10.5555/fair.2024',
    };
    if (single && !/fair\.2024/i.test(single))
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Resource not found.' };
    return {
      body: JSON.stringify({
        status: 'ok',
        message: single ? item : { 'total-results': 1, items: [item], 'items-per-page': 20 },
      }),
    };
  },
  dblp: json({
    result: {
      hits: {
        '@total': '1',
        '@first': '0',
        hit: {
          info: {
            authors: { author: { '@pid': '1/1', text: 'Ada Queue 0002' } },
            title: 'Fair Queues for Shared Clients.',
            venue: 'Synth. Syst.',
            year: '2024',
            key: 'journals/synth/Queue24',
            doi: '10.5555/FAIR.2024',
            ee: 'https://doi.org/10.5555/fair.2024',
          },
        },
      },
    },
  }),
  unpaywall: json({
    doi: '10.5555/fair.2024',
    is_oa: true,
    title: 'Fair Queues',
    best_oa_location: null,
    oa_locations: [{ url_for_pdf: 'https://host.org/a.pdf' }],
  }),
  core: json({
    totalHits: 1,
    limit: 10,
    offset: 0,
    results: [
      {
        id: 17,
        title: 'Fair Queues in Repositories',
        authors: [{ name: 'Queue, Ada' }],
        yearPublished: 2023,
        abstract: ABSTRACT,
        doi: null,
      },
    ],
  }),
  huggingface: json([
    {
      paper: {
        id: '2401.00017',
        title: 'Fair Queues for Shared Clients',
        summary: ABSTRACT,
        publishedAt: '2024-01-03T00:00:00.000Z',
        authors: [{ name: 'Ada Queue' }],
      },
    },
  ]),
  hackernews: json({
    hits: [
      {
        objectID: '1700',
        title: 'Fair queues in practice',
        url: null,
        story_text: '<p>We run them&#x2F;love them.',
        author: 'ada',
        points: 12,
        created_at_i: 1_704_300_000,
      },
    ],
    nbHits: 1,
    page: 0,
    nbPages: 1,
    hitsPerPage: 20,
  }),
  stackexchange: json({
    items: [
      {
        question_id: 1701,
        title: 'How do fair queues work &lt;here&gt;?',
        link: 'https://stackoverflow.com/questions/1701/fair',
        body: '<p>They take turns.</p>',
        creation_date: 1_704_300_000,
        score: 3,
        owner: { display_name: 'Ada' },
      },
    ],
    has_more: false,
    quota_remaining: 250,
  }),
  reddit: json({
    kind: 'Listing',
    data: {
      after: null,
      children: [
        {
          kind: 't3',
          data: {
            id: 'q17',
            title: 'Fair queues?',
            permalink: '/r/programming/comments/q17/fair/',
            selftext: 'Anybody using them?',
            created_utc: 1_704_300_000.0,
            score: 2,
            author: 'ada',
            subreddit: 'programming',
          },
        },
      ],
    },
  }),
  github: ({ url }) => ({
    body: JSON.stringify({
      total_count: 1,
      incomplete_results: false,
      items: url.pathname.endsWith('/repositories')
        ? [
            {
              full_name: 'ada/fair-queue',
              html_url: 'https://github.com/ada/fair-queue',
              description: 'Fair queues',
              stargazers_count: 17,
              pushed_at: '2024-05-01T00:00:00Z',
              owner: { login: 'ada' },
            },
          ]
        : [
            {
              number: 7,
              title: 'Queue is unfair',
              html_url: 'https://github.com/ada/fair-queue/issues/7',
              repository_url: 'https://api.github.com/repos/ada/fair-queue',
              created_at: '2024-05-02T00:00:00Z',
              user: { login: 'bob' },
              body: 'It starves me.',
            },
          ],
    }),
  }),
  brave: json({
    web: {
      results: [
        {
          title: 'Fair <strong>queues</strong>',
          url: 'https://blog.test-site.org/fair',
          description: 'All about &amp; around them',
          page_age: '2024-04-01T00:00:00',
        },
      ],
    },
    query: { more_results_available: false },
  }),
  tavily: json({
    results: [
      { title: 'Queueing notes', url: 'https://notes.test-site.org/q', content: 'Notes on queues.', score: 0.7 },
    ],
  }),
  exa: json({
    requestId: 'x',
    results: [
      {
        id: 'https://exa.test-site.org/1',
        url: 'https://exa.test-site.org/1',
        title: null,
        publishedDate: '2024-02-02T00:00:00.000Z',
        author: null,
        text: 'Text about queues.',
      },
    ],
  }),
  searxng: json({
    results: [
      { title: 'Meta queues', url: 'https://meta.test-site.org/', content: 'Found by an engine.', publishedDate: null },
    ],
    unresponsive_engines: [],
    number_of_results: 0,
  }),
};
