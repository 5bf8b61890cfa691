(* B-A: tokens as rows and as columns, heads side by side, ranks, and stored matrices. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Frechet OrthonormalBasis.
Open Scope R_scope.

Lemma from_right {S : inner_product_space} (A A_T : S -> S) : adjoint A A_T -> forall x y, inner (A_T x) y = inner x (A y).
Proof. intros H x y. rewrite inner_sym, <- H. apply inner_sym. Qed.

Section Heads.
Context {U : inner_product_space} {Head Mode : Type} (heads : list Head) (modes : list Mode) (e : Mode -> U)
  (same : Mode -> Mode -> R) (t : Head -> Mode -> U).
Hypotheses (EM : enumerates modes) (Same : kronecker same) (Orth : forall a b, inner (e a) (e b) = same a b).
Section Divided.
Hypotheses (Span : forall z, z = vtotal modes (fun k => vscale (inner (e k) z) (e k)))
  (Divided : forall a k, t a k = vzero \/ t a k = e k) (Shared : forall k, vtotal heads (fun a => t a k) = e k).
Let Basis := basis_of_kronecker modes same e Same Orth Span.
Definition has a k := inner (e k) (t a k).
Definition keep a (z : U) := vtotal modes (fun k => vscale (inner (e k) z) (t a k)).
Lemma is_multiple a k : t a k = vscale (has a k) (e k).
Proof.
  unfold has. destruct (Divided a k) as [E|E]; rewrite E.
  - rewrite inner_zero_r. vector_sums.
  - rewrite Orth, (proj1 Same). vector_sums.
Qed.
Lemma has_square a k : has a k * has a k = has a k.
Proof.
  unfold has. destruct (Divided a k) as [E|E]; rewrite E; [rewrite inner_zero_r; ring|].
  rewrite Orth, (proj1 Same). ring.
Qed.
Lemma kept_part a z y : inner (keep a z) y = total modes (fun k => has a k * (inner (e k) z * inner (e k) y)).
Proof.
  unfold keep. rewrite inner_vtotal_l. apply total_ext. intro k. rewrite is_multiple, !inner_scale_l. ring.
Qed.
Lemma coordinate_of a z k : inner (e k) (keep a z) = has a k * inner (e k) z.
Proof.
  rewrite inner_sym, kept_part. rewrite (total_ext modes _ (fun m => same k m * (has a m * inner (e m) z))).
  - apply (kronecker_total modes same k (fun m => has a m * inner (e m) z) Same EM).
  - intro m. rewrite Orth, (kronecker_sym same modes Same EM m k). ring.
Qed.
Lemma kept_twice a z y : inner (keep a (keep a z)) y = inner (keep a z) y.
Proof.
  rewrite !kept_part. apply total_ext. intro k. rewrite coordinate_of.
  replace (has a k * (has a k * inner (e k) z * inner (e k) y)) with
    (has a k * has a k * (inner (e k) z * inner (e k) y)) by ring. rewrite has_square. reflexivity.
Qed.
Lemma kept_by_all z y : total heads (fun a => inner (keep a z) y) = inner z y.
Proof.
  rewrite (total_ext heads _ (fun a => total modes (fun k => inner (e k) z * inner (t a k) y))).
  - rewrite total_swap, (basis_parseval modes e Basis). apply total_ext. intro k. rewrite total_scale, <- inner_vtotal_l, Shared. reflexivity.
  - intro a. unfold keep. rewrite inner_vtotal_l. apply total_ext. intro k. apply inner_scale_l.
Qed.
Lemma entry_is x W k : total modes (fun m => inner (e m) x * inner (e m) (W (e k))) = inner x (W (e k)).
Proof. symmetry. apply (basis_parseval modes e Basis). Qed.
End Divided.
Variables (d : R) (WQ WQ_T WK WK_T WV WV_T WO WO_T M M_T N N_T : U -> U).
Hypotheses (AQ : adjoint WQ WQ_T) (AK : adjoint WK WK_T) (AV : adjoint WV WV_T) (AO : adjoint WO WO_T) (D : 0 < d).
Definition divided := (forall z, z = vtotal modes (fun k => vscale (inner (e k) z) (e k))) /\
  (forall a k, t a k = vzero \/ t a k = e k) /\ (forall k, vtotal heads (fun a => t a k) = e k) /\
  forall a, total modes (fun m => has a m) = d.
Definition entry x (W : U -> U) k := total modes (fun m => inner (e m) x * inner (e m) (W (e k))).
Definition score a z := vscale (/ sqrt d) (WQ (keep a (WK_T z))).
Definition given_by a z := WO_T (keep a (keep a (WV_T z))).
Lemma scores : divided -> forall x y a,
  total modes (fun m => has a m * (entry x WQ m * entry y WK m)) / sqrt d = inner x (score a y).
Proof.
  intros [Span [Divided _]] x y a. unfold score, entry. assert (Part := kept_part Divided). assert (Root := sqrt_lt_R0 _ D).
  rewrite inner_scale_r, (inner_sym _ x), AQ, Part. unfold Rdiv. rewrite Rmult_comm. f_equal.
  apply total_ext. intro m. rewrite !(entry_is Span). unfold has.
  rewrite (inner_sym _ (e m) (WK_T y)), (from_right WK WK_T AK), (inner_sym _ (e m) (WQ_T x)), (from_right WQ WQ_T AQ).
  ring.
Qed.
Lemma side_by_side {Token} (tokens : list Token) : divided -> forall (x : Token -> U) (A : Head -> Token -> Token -> R) i k,
  total modes (fun m => total heads (fun b => has b m * total tokens (fun j => A b i j * entry (x j) WV m)) * inner (e m) (WO (e k))) =
  inner (e k) (vtotal heads (fun b => given_by b (vtotal tokens (fun j => vscale (A b i j) (x j))))).
Proof.
  intros [Span [Divided _]] x A i k. unfold given_by, entry. assert (Part := kept_part Divided). assert (Twice := kept_twice Divided).
  rewrite inner_vtotal_r.
  rewrite (total_ext heads _ (fun b => total modes (fun m => has b m * (total tokens (fun j => A b i j *
    inner (x j) (WV (e m))) * inner (e m) (WO (e k)))))).
  * rewrite total_swap. apply total_ext. intro m. rewrite <- total_scale_r. apply total_ext. intro b.
    rewrite Rmult_assoc. f_equal. f_equal. apply total_ext. intro j. rewrite (entry_is Span). reflexivity.
  * intro b. rewrite inner_sym, (from_right WO WO_T AO).
    change (inner (keep b (keep b (WV_T (vtotal tokens (fun j => vscale (A b i j) (x j))))))
      (WO (e k)) = total modes (fun m => has b m * (total tokens (fun j => A b i j *
        inner (x j) (WV (e m))) * inner (e m) (WO (e k))))).
    rewrite Twice, Part. apply total_ext. intro m. f_equal. f_equal.
    rewrite inner_sym, (from_right WV WV_T AV), inner_vtotal_l. apply total_ext. intro j. apply inner_scale_l.
Qed.
Lemma layer_matrix : divided -> forall z, vtotal heads (fun b => given_by b z) = WO_T (WV_T z).
Proof.
  intros [Span [Divided [Shared _]]] z. unfold given_by. assert (Twice := kept_twice Divided).
  apply inner_ext. intro y. rewrite inner_vtotal_l.
  rewrite (total_ext heads _ (fun b => inner (keep b (WV_T z)) (WO y))).
  { rewrite (kept_by_all Span Shared), (from_right WO WO_T AO). reflexivity. }
  intro b. rewrite (from_right WO WO_T AO). apply Twice.
Qed.
Lemma ranks : (divided -> forall z a, given_by a z = vtotal modes (fun m => vscale (has a m * inner (e m) (WV_T z)) (WO_T (e m)))) /\
  (divided -> forall z a, score a z = vtotal modes (fun m => vscale (has a m * inner (e m) (WK_T z) / sqrt d) (WQ (e m)))).
Proof.
  split; intros [Span [Divided _]] z a; unfold given_by, score; assert (Part := kept_part Divided);
    assert (Twice := kept_twice Divided); apply inner_ext; intro y.
  - rewrite (from_right WO WO_T AO).
    transitivity (inner (keep a (WV_T z)) (WO y)); [apply Twice|].
    rewrite Part, inner_vtotal_l. apply total_ext. intro m. unfold has.
    rewrite inner_scale_l, (from_right WO WO_T AO). ring.
  - assert (Root := sqrt_lt_R0 _ D). rewrite inner_scale_l, AQ. change (/ sqrt d * inner (keep a (WK_T z)) (WQ_T y) =
      inner (vtotal modes (fun m => vscale (inner (e m) (t a m) * inner (e m) (WK_T z) / sqrt d) (WQ (e m)))) y).
    rewrite Part, inner_vtotal_l, <- total_scale. apply total_ext. intro m. unfold has.
    rewrite inner_scale_l, AQ. field. lra.
Qed.
Let transposed := forall (z c : U) D D' C C', adjoint D D' -> adjoint C C' -> inner z (C (D c)) = inner c (D' (C' z)).
Lemma left_eigenvectors v lam : transposed -> WO_T (WV_T v) = vscale lam v <-> forall z, inner v (WV (WO z)) = lam * inner v z.
Proof.
  intro Turned. split; [intros E z; rewrite (Turned v z WO WO_T WV WV_T AO AV), E, inner_scale_r, inner_sym; reflexivity|].
  intro H. apply inner_ext. intro z. rewrite inner_sym, <- (Turned v z WO WO_T WV WV_T AO AV), H, inner_scale_l. reflexivity.
Qed.
Lemma stored : transposed -> (forall z c, inner z (M_T (N_T c)) = inner c (N (M z))) -> (forall z c, inner z (M (N c)) = inner c (N_T (M_T z))) ->
  ((forall x, WV x = M_T x) /\ (forall x, WO x = N_T x) -> forall x, WO_T (WV_T x) = N (M x)) /\
  ((forall x, WV x = M x) /\ (forall x, WO x = N x) -> forall x, WO_T (WV_T x) = N_T (M_T x)).
Proof.
  intros Turned Linear Convolution. split; intros [EV EO] x; apply inner_ext; intro c;
    rewrite !(inner_sym _ _ c), <- (Turned x c WO WO_T WV WV_T AO AV), EV, EO; auto.
Qed.
End Heads.

