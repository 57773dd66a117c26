// Verifies a log of this service with an implementation that is not ours: golang.org/x/mod/sumdb (note and tlog), as Debian packages it.
// It opens the checkpoint, reads tiles, hashes every entry, and checks proofs in the form of GET /v1/log/proof. The last line is JSON.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8
const width = 1 << height

// source is a folder, or an address that begins with http.
type source string

var client = &http.Client{Timeout: 30 * time.Second}

func (s source) read(path string) ([]byte, error) {
	if !strings.HasPrefix(string(s), "http") {
		return os.ReadFile(filepath.Join(string(s), path))
	}
	return get(strings.TrimSuffix(string(s), "/") + "/" + path)
}

func get(address string) ([]byte, error) {
	response, err := client.Get(address)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 32<<20))
	if err == nil && response.StatusCode != 200 {
		err = fmt.Errorf("%s: status %d: %.200s", address, response.StatusCode, body)
	}
	return body, err
}

// tlogPath is the C2SP path: that of tlog without the height.
func tlogPath(tile tlog.Tile) string {
	return strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
}

func (s source) Height() int                         { return height }
func (s source) SaveTiles(_ []tlog.Tile, _ [][]byte) {}
func (s source) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(tiles))
	for i, tile := range tiles {
		bytes, err := s.read(tlogPath(tile))
		if err != nil && tile.W < width {
			// A partial tile may be gone once its full one is there.
			full := tile
			full.W = width
			bytes, err = s.read(tlogPath(full))
			if err == nil {
				bytes = bytes[:tile.W*tlog.HashSize]
			}
		}
		if err != nil {
			return nil, err
		}
		if len(bytes) != tile.W*tlog.HashSize {
			return nil, fmt.Errorf("%s has %d bytes", tlogPath(tile), len(bytes))
		}
		data[i] = bytes
	}
	return data, nil
}

func (s source) bundle(number int64, entries int) ([][]byte, error) {
	tile := tlog.Tile{H: height, L: 0, N: number, W: entries}
	data, err := s.read(strings.Replace(tlogPath(tile), "tile/0/", "tile/entries/", 1))
	if err != nil {
		return nil, err
	}
	var found [][]byte
	for len(data) > 0 {
		if len(data) < 2 || len(data) < 2+int(binary.BigEndian.Uint16(data)) {
			return nil, fmt.Errorf("bundle %d is cut short", number)
		}
		end := 2 + int(binary.BigEndian.Uint16(data))
		found = append(found, data[2:end])
		data = data[end:]
	}
	if len(found) != entries {
		return nil, fmt.Errorf("bundle %d has %d entries, not %d", number, len(found), entries)
	}
	return found, nil
}

// proof is what GET /v1/log/proof answers.
type proof struct {
	Kind     string
	Size     int64
	Root     tlog.Hash
	Leaf     int64
	LeafHash tlog.Hash
	Entry    *string
	From     int64
	FromRoot tlog.Hash
	Hashes   []tlog.Hash
}

func (p proof) check() error {
	if p.Kind == "inclusion" {
		if p.Entry != nil && tlog.RecordHash([]byte(*p.Entry)) != p.LeafHash {
			return fmt.Errorf("the entry does not have the hash of the leaf")
		}
		return tlog.CheckRecord(tlog.RecordProof(p.Hashes), p.Size, p.Root, p.Leaf, p.LeafHash)
	}
	return tlog.CheckTree(tlog.TreeProof(p.Hashes), p.Size, p.Root, p.From, p.FromRoot)
}

func must(err error, what string) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "FAILED: %s: %v\n", what, err)
		os.Exit(1)
	}
}

func openTree(log source, vkey string) (tlog.Tree, string) {
	verifier, err := note.NewVerifier(vkey)
	must(err, "the key")
	signed, err := log.read("checkpoint")
	must(err, "reading the checkpoint")
	opened, err := note.Open(signed, note.VerifierList(verifier))
	must(err, "note.Open")
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != verifier.Name() {
		must(fmt.Errorf("%q", opened.Text), "the checkpoint is not one of "+verifier.Name())
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err, "the size")
	root, err := base64.StdEncoding.DecodeString(lines[2])
	must(err, "the root")
	tree := tlog.Tree{N: size}
	if copy(tree.Hash[:], root) != tlog.HashSize {
		must(fmt.Errorf("%d bytes", len(root)), "the root")
	}
	return tree, lines[0]
}

// hashEntries compares the hash of every entry with the tiles, and returns the root over all of them.
func hashEntries(log source, tree tlog.Tree, reader tlog.HashReader) tlog.Hash {
	var stored []tlog.Hash
	at := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		found := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			found[i] = stored[index]
		}
		return found, nil
	})
	for first := int64(0); first < tree.N; first += width {
		count := width
		if tree.N-first < width {
			count = int(tree.N - first)
		}
		entries, err := log.bundle(first/width, count)
		must(err, "reading a bundle")
		indexes := make([]int64, count)
		for i := range indexes {
			indexes[i] = tlog.StoredHashIndex(0, first+int64(i))
		}
		leaves, err := reader.ReadHashes(indexes)
		must(err, "TileHashReader")
		for i, entry := range entries {
			if tlog.RecordHash(entry) != leaves[i] {
				must(fmt.Errorf("leaf %d", first+int64(i)), "an entry does not have the hash of its leaf")
			}
			more, err := tlog.StoredHashes(first+int64(i), entry, at)
			must(err, "StoredHashes")
			stored = append(stored, more...)
		}
	}
	root, err := tlog.TreeHash(tree.N, at)
	must(err, "TreeHash")
	return root
}

func checkProof(p proof, tree tlog.Tree, reader tlog.HashReader) {
	must(p.check(), fmt.Sprintf("%s of %d (from %d) in %d", p.Kind, p.Leaf, p.From, p.Size))
	for size, root := range map[int64]tlog.Hash{p.Size: p.Root, p.From: p.FromRoot} {
		if size == 0 {
			continue
		}
		expected, err := tlog.TreeHash(size, reader)
		must(err, "TreeHash")
		if expected != root {
			must(fmt.Errorf("size %d of %d", size, tree.N), "a proof names a root that the tiles do not give")
		}
	}
	changed := p
	if len(p.Hashes) > 0 {
		changed.Hashes = append([]tlog.Hash{}, p.Hashes...)
		changed.Hashes[0][7] ^= 1
	} else {
		changed.Root[7] ^= 1
	}
	if changed.check() == nil {
		must(fmt.Errorf("%s", p.Kind), "a changed proof was accepted")
	}
}

func readProofs(path string, api string, size int64) []proof {
	var texts [][]byte
	if path != "" {
		data, err := os.ReadFile(path)
		must(err, "reading proofs")
		scanner := bufio.NewScanner(bytes.NewReader(data))
		scanner.Buffer(nil, 1<<20)
		for scanner.Scan() {
			texts = append(texts, append([]byte{}, scanner.Bytes()...))
		}
	}
	for _, part := range []int64{0, size / 3, size / 2, size - 1} {
		if api == "" {
			break
		}
		for _, query := range []string{"leaf=%d&size=%d", "from=%d&to=%d"} {
			older := part
			if strings.HasPrefix(query, "from") && older == 0 {
				older = 1
			}
			text, err := get(api + "?" + fmt.Sprintf(query, older, size))
			must(err, "asking for a proof")
			texts = append(texts, text)
		}
	}
	proofs := make([]proof, len(texts))
	for i, text := range texts {
		must(json.Unmarshal(text, &proofs[i]), "a proof is not JSON of the expected form")
	}
	return proofs
}

func main() {
	log := flag.String("log", "", "folder or address of the log: what `checkpoint` and `tile` are in")
	vkey := flag.String("vkey", "", "verifier key of the log")
	path := flag.String("proofs", "", "file with a proof in each line, as GET /v1/log/proof answers them")
	api := flag.String("api", "", "address of GET /v1/log/proof, which is then asked for proofs")
	flag.Parse()
	tree, origin := openTree(source(*log), *vkey)
	reader := tlog.TileHashReader(tree, source(*log))
	root := hashEntries(source(*log), tree, reader)
	if root != tree.Hash {
		must(fmt.Errorf("%v and %v", root, tree.Hash), "the entries do not give the root of the checkpoint")
	}
	kinds := map[string]int{}
	for _, p := range readProofs(*path, *api, tree.N) {
		checkProof(p, tree, reader)
		kinds[p.Kind]++
	}
	result, _ := json.Marshal(map[string]interface{}{
		"origin": origin, "size": tree.N, "root": tree.Hash, "entries": tree.N,
		"inclusionProofs": kinds["inclusion"], "consistencyProofs": kinds["consistency"],
	})
	fmt.Println(string(result))
}
