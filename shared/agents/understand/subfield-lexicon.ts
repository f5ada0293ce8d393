import type { Subfield } from '../../contracts/enums.ts';

/**
 * Terms by subfield and weight: 3 names the field, 2 is at home in it, 1 hints. A `-` at the end takes any ending; all other
 * terms are compared by their stems. Phrases of several words count when they stand together.
 */
export const SUBFIELD_LEXICON: Readonly<Record<Subfield, Readonly<Record<1 | 2 | 3, string>>>> = {
  ml: {
    3: 'machine learning, deep learning, neural network, neural, reinforcement learning, large language model, language model, llm, transformer, natural language processing, nlp, machine translation, computer vision, diffusion model, generative-, flashattention, federated learning, retrieval-augmented, rag, graph neural, convolutional, self-supervised, fine-tuning, pretraining, embedding-, question answering, speech recognition, object detection, attention',
    2: 'learning, training, classifier, classification, regression, clustering, recommender, recommendation, prompt, prompting, in-context, chatbot, agent, quantization, distillation, gradient, backpropagation, bayesian, gaussian process, feature, supervised, unsupervised, multimodal, summarization, sentiment, parsing, parser, tagging, tagger, named entity, coreference, word sense, translation, tokenization, image, vision, speech, robot-, anomaly detection, time series, forecasting, information retrieval, ranking, reranking, dense retrieval, hallucination, alignment, rlhf, explainab-, interpretab-, lora, moe, mixture of experts, long context, kv cache, inference, semantic, linguistic, corpus, artificial intelligence, ai, q-learning, policy gradient, imitation, bandit, gan, bert, gpt, vit, segmentation, slam, neuronal-, apprentissage, aprendizaje, aprendizado, apprendimento, lernen, обучени-, нейрон-',
    1: 'model, dataset, accuracy, prediction, representation, text, language, data augmentation, reordering, word, sequence, benchmark',
  },
  systems: {
    3: 'operating system, kernel, file system, filesystem, scheduler, scheduling, hypervisor, virtualization, virtual memory, serverless, container, kubernetes, devops, site reliability, observability, cloud, chaos engineering, ebpf, unikernel, storage system, processor, cpu, gpu, fpga, cache coherence, computer architecture',
    2: 'memory, cache, disk, ssd, nvme, flash, numa, multicore, thread, lock, interrupt, syscall, linux, deployment, infrastructure, monitoring, logging, tracing, autoscaling, datacenter, data center, profiling, hardware, accelerator, embedded, real-time, energy, microservice, continuous integration, continuous delivery, continuous deployment, incident, on-call, resilience, feature flag, monorepo, build system, release, technical debt, code review, software engineering, agile, testing, flaky, refactoring, ci',
    1: 'latency, throughput, performance, scalab-, efficien-, architecture, migration, engineering, teams, production, software, api, platform',
  },
  pl: {
    3: 'programming language, type system, type inference, type theory, dependent type, gradual typing, lambda calculus, functional programming, garbage collection, ownership, borrow checker, semantics of programming, effect system, algebraic effect, program synthesis, static analysis, abstract interpretation, program verification, symbolic execution, macro, metaprogramming, domain-specific language, dsl, session type, monad, continuation',
    2: 'rust, haskell, ocaml, scala, kotlin, swift, golang, python, javascript, typescript, java, c++, erlang, elixir, lisp, scheme, prolog, julia, zig, wasm, webassembly, async, coroutine, generics-, polymorphism, closure, object-oriented, type, typing, language design, memory safety, concurrency model, actor model, csp, contract, linter, refinement, separation logic, hoare, proof assistant, coq, agda, lean, tokio, runtime, exception, error handling, pattern matching, module',
    1: 'language, program, programmer, compiler, interpreter, syntax, library, code, idiom',
  },
  theory: {
    3: 'complexity theory, computational complexity, np-hard, np-complete, p versus np, approximation algorithm, lower bound, automata, turing machine, computability, sat solv-, satisfiability, smt solv-, combinatorial optimization, information theory, error-correcting, coding theory, ldpc, kolmogorov, game theory, mechanism design, computational geometry, sublinear, parameterized complexity, online algorithm, streaming algorithm, quantum computing, quantum algorithm, graph theory',
    2: 'algorithm, randomized, proof, theorem, bound, polynomial, hardness, combinatorial, graph, shortest path, matching, hashing, sketch, data structure, sorting, string matching, suffix, linear programming, integer programming, convex, submodular, spanning tree, max flow, quantum, logic, decidab-, model checking, formal method, entropy',
    1: 'optimal, asymptotic, theory, mathematical, formal, analysis',
  },
  security: {
    3: 'security, cryptograph-, encryption, attack, vulnerabilit-, malware, exploit, intrusion, authentication, authorization, privacy, differential privacy, side-channel, side channel, zero-knowledge, zero knowledge, ransomware, phishing, threat, tls, post-quantum, multi-party computation, homomorphic, secret sharing, fuzzing, fuzz, penetration testing, supply chain attack, adversarial',
    2: 'signature, key exchange, certificate, pki, sandbox, sandboxing, isolation, trusted execution, enclave, sgx, spectre, meltdown, rowhammer, buffer overflow, memory corruption, control-flow integrity, aslr, firewall, anonym-, tor, oauth, jwt, password, biometric, forensics, access control, zero trust, secrets, sbom, obfuscation, jailbreak, prompt injection, deanonym-, ddos, bot, hash function, smart contract, ssl, https, cve',
    1: 'secure, trust, safe, risk, leak, defense, integrity',
  },
  hci: {
    3: 'human-computer interaction, hci, user interface, usability, user experience, ux, accessibility, user study, virtual reality, augmented reality, interaction technique, visualization, information visualization, eye tracking, gesture, haptic, crowdsourcing, cscw, wearable, screen reader, developer experience',
    2: 'user, human, interface, interaction, participant, cognitive, design space, touch, mobile app, notification, children, older adults, blind, disabled, collaboration, notebook, chat interface, trust in, explainable, visual analytics, dashboard, end-user, color, readability, ergonom-, live programming, pair programming, human-ai',
    1: 'perception, experience, social, qualitative, interview, survey of users',
  },
  distributed: {
    3: 'distributed system, distributed, consensus, raft, paxos, byzantine, replication, replicated, crdt, conflict-free, eventual consistency, linearizab-, leader election, state machine replication, gossip, distributed transaction, two-phase commit, cap theorem, blockchain, vector clock, logical clock, microservice, message queue, event sourcing, stream processing, mapreduce, peer-to-peer, saga, service mesh',
    2: 'fault tolerance, fault-tolerant, quorum, partition, sharding, consistency, coordination, membership, failure detector, broadcast, kafka, pulsar, zookeeper, etcd, spanner, dynamo, actor model, rpc, grpc, load balancing, event-driven, idempoten-, exactly-once, checkpoint, flink, spark, local-first, edge computing, serverless, orchestration, chaos engineering, distributed tracing, bitcoin, ethereum, rollup, parameter server, allreduce, sync',
    1: 'cluster, node, latency, protocol, resilien-, availability, failure, cloud',
  },
  graphics: {
    3: 'computer graphics, rendering, ray tracing, path tracing, global illumination, rasterization, shader, gaussian splatting, radiance field, nerf, geometry processing, mesh simplification, animation, texture synthesis, subdivision surface, fluid simulation, cloth simulation, procedural generation, point cloud, 3d reconstruction, shadow map, level of detail, tone mapping',
    2: 'mesh, texture, lighting, illumination, material, brdf, gpu, 3d, view synthesis, character, motion capture, physically based, denoising, voxel, signed distance, parametriz-, curve, surface, camera, volumetric, webgl, vulkan, game engine, scene',
    1: 'image, visual, simulation, geometry, geometric, color',
  },
  db: {
    3: 'database, sql, nosql, query optimization, query optimizer, query processing, transaction, mvcc, lsm, lsm-tree, log-structured merge, b-tree, index structure, join algorithm, join order, key-value store, storage engine, data lake, lakehouse, data warehouse, vector database, nearest neighbor search, approximate nearest neighbor, entity resolution, schema, columnar, olap, oltp, graph database, data integration, snapshot isolation, serializab-, concurrency control, write-ahead log, cardinality estimation, sstable, compaction',
    2: 'query, join, index, indexing, relational, postgres, postgresql, mysql, sqlite, rocksdb, leveldb, cassandra, mongodb, redis, duckdb, spark, record linkage, deduplication, data cleaning, data quality, materialized view, buffer pool, partitioning, provenance, knowledge graph, rdf, sparql, data model, time series database, caching, etl, data pipeline, isolation level, durability, recovery, bloom filter, hnsw, learned index',
    1: 'data, storage, table, record, consistency, write amplification',
  },
  networks: {
    3: 'congestion control, routing, tcp, udp, quic, bgp, software-defined network-, sdn, network protocol, computer network, internet, wireless, 5g, 6g, wifi, cellular network, packet, network function, content delivery, cdn, dns, ipv6, datacenter network, data center network, network measurement, rdma, programmable switch, p4, traffic engineering, network virtualization, sensor network, mobile network, http',
    2: 'bandwidth, latency, throughput, protocol, socket, switch, router, queue management, bufferbloat, bbr, multipath, video streaming, adaptive bitrate, network, topology, iot, vpn, nat, ethernet, mac layer, spectrum, mimo, satellite, edge, webrtc, load balancer, ebpf, dpdk, loss, flow',
    1: 'traffic, link, delay, rate, peer',
  },
  compilers: {
    3: 'compiler, compilation, just-in-time, jit, llvm, mlir, register allocation, code generation compiler, instruction selection, loop optimization, auto-vectorization, simd, polyhedral, intermediate representation, ssa form, static single assignment, link-time, decompil-, superoptimiz-, auto-tuning, autotuning, tensor compiler, binary translation, escape analysis, alias analysis, profile-guided',
    2: 'optimization pass, inlining, instruction scheduling, bytecode, interpreter, gcc, clang, tvm, xla, triton, parser generator, parsing expression, code motion, dead code, dataflow analysis, pointer analysis, ahead-of-time, wasm, webassembly, virtual machine, garbage collector, transpil-, incremental compilation, partial evaluation, speculative optimization, backend, cranelift',
    1: 'optimization, code size, instruction, code, runtime, program',
  },
};
