(* B-E6: the increment of alignment with a plane, and consensus under a normal matrix that turns it. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn OrthonormalBasis OjaMap Alignments.
Open Scope R_scope.

(* The parts of a vector along groups of basis vectors. *)
Lemma groups_square {S : inner_product_space} {Head Mode} (heads : list Head) (modes : list Mode)
  (b : Mode -> S) (t : Head -> Mode -> S) (z : S) : orthonormal_basis modes b -> enumerates modes ->
  (forall k, vtotal heads (fun a => t a k) = b k) -> (forall a k, t a k = b k \/ t a k = vzero) ->
  total heads (fun a => inner (vtotal modes (fun k => vscale (inner (b k) z) (t a k)))
    (vtotal modes (fun k => vscale (inner (b k) z) (t a k)))) = inner z z.
Proof.
  intros Basis M Sum Kind.
  (* A member of a group sees of z what the group has of it. *)
  assert (Sees : forall a k, inner (t a k) (vtotal modes (fun l => vscale (inner (b l) z) (t a l))) = inner (t a k) z).
  { intros a k. destruct (Kind a k) as [H|H]; [|rewrite H, !inner_zero_l; reflexivity].
    rewrite (basis_parseval modes b Basis (t a k) z), inner_vtotal_r. apply total_ext. intro l.
    rewrite inner_scale_r, (inner_sym _ (b l) (t a k)), H, (Rmult_comm (inner (b l) z)).
    destruct (Kind a l) as [G|G]; rewrite G; [reflexivity|].
    destruct (Req_dec (inner (b k) (b l)) 0) as [Z|Z]; [rewrite Z, inner_zero_r; reflexivity|].
    exfalso. apply Z, (proj1 (proj2 Basis)). intro Same. subst l. rewrite H in G. apply Z. rewrite G.
    apply inner_zero_l. }
  rewrite (total_ext heads _ (fun a => total modes (fun k => inner (b k) z * inner (t a k) z))).
  2: { intro a. rewrite inner_vtotal_l. apply total_ext. intro k. rewrite inner_scale_l, Sees. reflexivity. }
  rewrite total_swap, (basis_parseval modes b Basis z z). apply total_ext. intro k.
  rewrite total_scale. f_equal. rewrite <- (Sum k). symmetry. apply inner_vtotal_l.
Qed.

Section Plane.
Context {S : inner_product_space} {Token Head Mode : Type} (tokens : list Token) (heads : list Head) (modes : list Mode)
  (e f : S) (x y : Token -> S) (m : Mode -> S) (same : Mode -> Mode -> R).
Let length z := vnorm (on_plane e f z).
Let square z := inner z e ^ 2 + inner z f ^ 2.
Lemma any_signs s s' : (forall z, inner (on_plane e f z) (on_plane e f z) = square z) -> (forall z r, square (vscale r z) = r ^ 2 * square z) -> (forall i, s i ^ 2 = 1 /\ s' i ^ 2 = 1) ->
  total tokens (fun j => length (vscale (s' j) (y j)) - length (vscale (s j) (x j))) / size tokens =
  total tokens (fun j => length (y j) - length (x j)) / size tokens.
Proof.
  intros Length Scale Signs. f_equal. apply total_ext. intro j. destruct (Signs j) as [H K].
  unfold length, vnorm. rewrite !Length, !Scale, H, K, !Rmult_1_l. reflexivity.
Qed.
Lemma groups_add_up t {Before : Prop} : Before -> (forall i, inner (x i) (x i) = 1) -> enumerates modes -> kronecker same ->
  (forall a b, inner (m a) (m b) = same a b) -> Before /\ forall i,
  (forall z, z = vtotal modes (fun k => vscale (inner (m k) z) (m k))) /\ (forall k, vtotal heads (fun a => t a k) = m k) /\
    (forall a k, t a k = m k \/ t a k = vzero) ->
  total heads (fun a => inner (vtotal modes (fun k => vscale (inner (m k) (x i)) (t a k)))
    (vtotal modes (fun k => vscale (inner (m k) (x i)) (t a k)))) = 1.
Proof.
  intros E Unit M Same Orth. split; [exact E|]. intros i [Span [Sum Kind]]. rewrite <- (Unit i).
  exact (groups_square heads modes m t (x i) (basis_of_kronecker modes same m Same Orth Span) M Sum Kind).
Qed.
Hypotheses (E1 : inner e e = 1) (F1 : inner f f = 1) (O : inner e f = 0) (Ux : forall i, inner (x i) (x i) = 1)
  (Uy : forall i, inner (y i) (y i) = 1).
Lemma every_basis u w : inner u u = 1 -> inner w w = 1 -> inner u w = 0 -> on_plane e f u = u /\ on_plane e f w = w ->
  forall i, inner (x i) u ^ 2 + inner (x i) w ^ 2 = inner (x i) e ^ 2 + inner (x i) f ^ 2.
Proof. intros U W UW [Pu Pw] i. exact (other_basis e f E1 F1 O u w (x i) U W UW Pu Pw). Qed.
Let Long z : inner z z = 1 -> 0 <= length z <= 1.
Proof. intro Z. split; [apply vnorm_nonneg | apply on_plane_short; auto]. Qed.
Lemma plane_lengths i : (forall z, inner (on_plane e f z) (on_plane e f z) = square z) -> (forall z, inner z z = 1 -> square z <= 1) ->
  length (x i) ^ 2 = square (x i) /\ length (x i) <= 1.
Proof.
  intros Length Most. unfold length, vnorm. rewrite Length. split; [apply pow2_sqrt; rewrite <- Length; apply inner_nonneg|].
  rewrite <- sqrt_1. apply sqrt_le_1_alt, Most, Ux.
Qed.
Lemma bounded : enumerates tokens -> -1 <= total tokens (fun j => length (y j) - length (x j)) / size tokens /\
  total tokens (fun j => length (y j) - length (x j)) / size tokens <= 1.
Proof.
  intro T. apply (mean_between tokens T (fun j => length (y j) - length (x j))). intro j.
  assert (A := Long _ (Ux j)). assert (B := Long _ (Uy j)). lra.
Qed.
Variables (F F_T : S -> S) (r l tau : R) (sigma nu : Mode -> R).
Lemma dominates : adjoint F F_T -> 0 < tau -> kronecker same -> (forall a b, inner (m a) (m b) = same a b) ->
  (F e = vsub (vscale r e) (vscale l f) /\ F f = vadd (vscale l e) (vscale r f)) /\
  (F_T e = vsub (vscale r e) (vscale (-1 * l) f) /\ F_T f = vadd (vscale (-1 * l) e) (vscale r f)) ->
  ((forall z, z = vtotal modes (fun k => vscale (inner (m k) z) (m k))) /\ (forall k, exists w,
    (F (m k) = vsub (vscale (sigma k) (m k)) (vscale (nu k) w) /\ F w = vadd (vscale (nu k) (m k)) (vscale (sigma k) w)) /\
    (F_T (m k) = vsub (vscale (sigma k) (m k)) (vscale (-1 * nu k) w) /\ F_T w = vadd (vscale (-1 * nu k) (m k)) (vscale (sigma k) w)))) /\
  (forall k, (1 + tau * sigma k) ^ 2 + (tau * nu k) ^ 2 <= (1 + tau * r) ^ 2 + (tau * l) ^ 2) ->
  forall z, inner z z = 1 -> let w := vadd z (vscale tau (F z)) in vnorm w <> 0 ->
  vnorm w <> 0 /\ length z <= length (vscale (/ vnorm w) w).
Proof.
  intros AF Step Same Orth [[Ee Ef] [Te Tf]] [[Span Parts] Below] z Z w N. split; [exact N|].
  assert (Basis := basis_of_kronecker modes same m Same Orth Span).
  assert (G := growth modes m F F_T sigma nu tau Basis AF Parts _ z Below). rewrite Z, Rmult_1_r in G. fold w in G.
  assert (W := vnorm_nonneg w). unfold length.
  rewrite on_plane_scale, vnorm_scale, Rabs_right by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
  apply (share_of_growth _ _ _ ((1 + tau * r) ^ 2 + (tau * l) ^ 2)); try apply vnorm_nonneg.
  - lra.
  - rewrite vnorm_square. exact G.
  - rewrite !vnorm_square, !(on_plane_square e f E1 F1 O). unfold w.
    rewrite !inner_add_l, !inner_scale_l, !(AF z), Te, Tf. inners. ring.
Qed.
End Plane.
