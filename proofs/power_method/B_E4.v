(* B-E4: the mean increment of alignment, and consensus under a normal matrix. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn OrthonormalBasis OjaMap Alignments.
Open Scope R_scope.

Section Increments.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (x y : Token -> S) (v : S).
Definition mean_rise (x y : Token -> S) (v : S) :=
  total tokens (fun j => sqrt (inner (y j) v ^ 2) - sqrt (inner (x j) v ^ 2)) / size tokens.
Lemma mean_in_bounds : (forall z : S, inner z z = 1 -> sqrt (inner z v ^ 2) <= 1) ->
  (forall p q, 0 <= p -> 0 <= q -> q <= 1 -> q - p <= 1) -> (forall p q, 0 <= p -> 0 <= q -> p <= 1 -> -1 <= q - p) ->
  (forall m, (forall j, m j <= 1) -> total tokens (fun j => m j) / size tokens <= 1) ->
  (forall m, (forall j, -1 <= m j) -> -1 <= total tokens (fun j => m j) / size tokens) ->
  (forall i, inner (x i) (x i) = 1) -> (forall i, inner (y i) (y i) = 1) -> -1 <= mean_rise x y v /\ mean_rise x y v <= 1.
Proof. intros Cosine Rise Fall Above Below Ux Uy. split; [apply Below | apply Above]; intro j; [apply Fall | apply Rise]; auto using sqrt_pos. Qed.
Lemma signs_of_tokens (s t : Token -> R) : (forall (z : S) s, inner (vscale s z) v ^ 2 = s ^ 2 * inner z v ^ 2) ->
  (forall i, s i ^ 2 = 1 /\ t i ^ 2 = 1) -> mean_rise (fun j => vscale (s j) (x j)) (fun j => vscale (t j) (y j)) v = mean_rise x y v.
Proof.
  intros Factor Signs. unfold mean_rise. f_equal. apply total_ext. intro j. destruct (Signs j) as [H K].
  rewrite !Factor, H, K, !Rmult_1_l. reflexivity.
Qed.
End Increments.

Section Basis.
Context {S : inner_product_space} {Mode : Type} (modes : list Mode) (same : Mode -> Mode -> R).
Hypothesis Same : kronecker same.
Definition spans (e : Mode -> S) := forall z, z = vtotal modes (fun k => vscale (inner (e k) z) (e k)).
Lemma squares_sum (z : S) : (forall (z : S) (g : Mode -> S), inner z z = 1 -> total modes (fun k => inner (g k) z ^ 2) = inner z (vtotal modes (fun k => vscale (inner (g k) z) (g k)))) ->
  inner z z = 1 -> forall e : Mode -> S, (forall a b, inner (e a) (e b) = same a b) -> spans e -> total modes (fun k => inner (e k) z ^ 2) = 1.
Proof. intros Squares Unit e Orth Span. rewrite (Squares z e Unit), <- (Span z). exact Unit. Qed.
Context (F F_T : S -> S) (e : Mode -> S) (sigma nu : Mode -> R) (tau r : R) (v : S).
Definition moved z := vadd z (vscale tau (F z)).
Lemma none_falls : (forall (z u : S) G G', adjoint G G' -> inner z z = 1 -> inner u u = 1 -> forall lam, G u = vscale lam u ->
    inner u (vadd z (vscale tau (G' z))) = (1 + tau * lam) * inner u z) ->
  (forall size top c, 0 < size -> size ^ 2 <= top ^ 2 -> c ^ 2 <= (top * c / size) ^ 2) -> inner v v = 1 -> F v = vscale r v /\ 0 <= 1 + tau * r ->
  (spans e /\ (forall k, exists w,
    (F (e k) = vsub (vscale (sigma k) (e k)) (vscale (nu k) w) /\ F w = vadd (vscale (nu k) (e k)) (vscale (sigma k) w)) /\
    F_T (e k) = vsub (vscale (sigma k) (e k)) (vscale (-1 * nu k) w) /\
    F_T w = vadd (vscale (-1 * nu k) (e k)) (vscale (sigma k) w))) /\
  (forall k, (1 + tau * sigma k) ^ 2 + (tau * nu k) ^ 2 <= (1 + tau * r) ^ 2 + (tau * (0 * r)) ^ 2) ->
  adjoint F F_T -> (forall a b, inner (e a) (e b) = same a b) -> 0 < tau ->
  forall z, inner z z = 1 -> vnorm (moved z) <> 0 ->
    vnorm (moved z) <> 0 /\ sqrt (inner z v ^ 2) <= sqrt (inner (vscale (/ vnorm (moved z)) (moved z)) v ^ 2).
Proof.
  intros Along Rises Unit [Eigen Pos] [[Span Parts] Below] AF Orth Step z Z N. split; [exact N|].
  assert (Basis := basis_of_kronecker modes same e Same Orth Span).
  assert (G := growth modes e F F_T sigma nu tau Basis AF Parts _ z Below). rewrite Z, Rmult_1_r in G.
  assert (L := left_eigenvector modes e F F_T sigma nu Basis AF Parts v r Eigen).
  assert (W := vnorm_nonneg (moved z)). rewrite <- vnorm_square in G. fold (moved z) in G.
  rewrite inner_scale_l, !(inner_sym _ _ v). apply sqrt_le_1_alt. unfold moved at 2.
  rewrite (Along z v F_T F (adjoint_sym F F_T AF) Z Unit r L).
  eapply Rle_trans; [apply (Rises (vnorm (moved z)) (1 + tau * r)); lra | right; field; exact N].
Qed.
End Basis.
