(* B-E6: the increment of alignment with a plane, and consensus under a normal matrix that turns it. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn OrthonormalBasis OjaMap Alignments.
From Claimed Require Import B_E6.
Open Scope R_scope.

(* The parts of a vector along groups of basis vectors. *)
Lemma groups_add_up {S : inner_product_space} {Head Mode} (heads : list Head) (modes : list Mode)
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

Theorem proof : B_E6.
Proof.
  intros S Token tokens Head heads Mode modes x e f y F F_T r l m sigma nu tau t same _ T _ M AF Same _ _ E1 F1 O Ux _ Uy _ Step Orth.
  assert (Long : forall z, inner z z = 1 -> 0 <= vnorm (on_plane e f z) <= 1).
  { intros z Z. split; [apply vnorm_nonneg | apply on_plane_short; auto]. }
  split; [|split; [|split; [|split; [|split]]]].
  - intro i. change (vnorm (on_plane e f (x i)) ^ 2 = inner (x i) e ^ 2 + inner (x i) f ^ 2 /\
      vnorm (on_plane e f (x i)) <= 1). split; [|apply Long, Ux].
    rewrite <- (on_plane_square e f E1 F1 O), <- vnorm_square. ring.
  - intros u w U W UW [Pu Pw] i. exact (other_basis e f E1 F1 O u w (x i) U W UW Pu Pw).
  - intros s s' Signs.
    change (total tokens (fun j => vnorm (on_plane e f (vscale (s' j) (y j))) - vnorm (on_plane e f (vscale (s j) (x j)))) / size tokens
      = total tokens (fun j => vnorm (on_plane e f (y j)) - vnorm (on_plane e f (x j))) / size tokens).
    f_equal. apply total_ext. intro j. destruct (Signs j) as [H K].
    assert (One : forall c, c ^ 2 = 1 -> Rabs c = 1) by (intros c Hc; rewrite <- root_of_square, Hc; apply sqrt_1).
    rewrite !on_plane_scale, !vnorm_scale, (One _ H), (One _ K). ring.
  - apply (mean_between tokens T (fun j => vnorm (on_plane e f (y j)) - vnorm (on_plane e f (x j)))). intro j.
    assert (A := Long _ (Ux j)). assert (B := Long _ (Uy j)). lra.
  - intros [[Ee Ef] [Te Tf]] [[Span Parts] Below] z Z N. split; [exact N|].
    assert (Basis := basis_of_kronecker modes same m Same Orth Span).
    assert (G := growth modes m F F_T sigma nu tau Basis AF Parts _ z Below). rewrite Z, Rmult_1_r in G.
    set (w := vadd z (vscale tau (F z))) in *. change (vnorm w <> 0) in N. assert (W := vnorm_nonneg w).
    change (vnorm (on_plane e f z) <= vnorm (on_plane e f (vscale (/ vnorm w) w))).
    rewrite on_plane_scale, vnorm_scale, Rabs_right by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
    apply (share_of_growth _ _ _ ((1 + tau * r) ^ 2 + (tau * l) ^ 2)); try apply vnorm_nonneg.
    + lra.
    + rewrite vnorm_square. exact G.
    + rewrite !vnorm_square, !(on_plane_square e f E1 F1 O). unfold w.
      rewrite !inner_add_l, !inner_scale_l, !(AF z), Te, Tf. inners. ring.
  - intros i [Span [Sum Kind]]. rewrite <- (Ux i).
    exact (groups_add_up heads modes m t (x i) (basis_of_kronecker modes same m Same Orth Span) M Sum Kind).
Qed.
